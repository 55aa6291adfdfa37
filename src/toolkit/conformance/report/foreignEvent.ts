/** What targets and documents have written into an event, as reports show it. */
import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import type { RunEvent } from '../run/events.ts'

/** Every text of the event passes `foreignText`; exchanges stay as they were on the wire. */
export function foreignEvent(event: RunEvent): RunEvent {
  if (event.type === 'exchange') return event
  if (event.type !== 'finding') return withForeignTexts(event)
  const { sequence, curl, ...rest } = event.finding
  return { ...event, finding: { ...withForeignTexts(rest), sequence, curl: foreignLines(curl) } }
}

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
