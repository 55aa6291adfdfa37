/** Escapes text from targets and documents in events before reports show it. */
import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import type { ConformanceFinding, RunEvent } from '../engine/events.ts'
import { messageOf } from '../messages/catalogue.ts'

/**
 * Every text of the event passes `foreignText`. Exchanges stay as they were on the wire, and the values of suspicions
 * and findings as they were observed: `shownMessage` escapes their sentence.
 */
export function foreignEvent(event: RunEvent): RunEvent {
  if (event.type === 'exchange' || event.type === 'suspicion') return event
  if (event.type !== 'finding') return withForeignTexts(event)
  const { sequence, curl, subject, within, received, expected, details, unusual, ...rest } = event.finding
  return { ...event, finding: { ...event.finding, ...withForeignTexts(rest), curl: foreignLines(curl) } }
}

/** The sentence of a finding, for a place within one line. */
export const shownMessage = (finding: ConformanceFinding): string => foreignText(messageOf(finding))

/** A copy with every text in it, keys of objects aside, which are the kit's own. */
function withForeignTexts<T>(value: T): T
function withForeignTexts(value: unknown): unknown {
  if (typeof value === 'string') return foreignText(value)
  if (Array.isArray(value)) return value.map((one) => withForeignTexts(one))
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [withForeignTexts(key), withForeignTexts(one)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withForeignTexts(one)]))
}
