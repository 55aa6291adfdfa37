/** A run as a whole, for reports that are written at its end. */

import { isSecretHeader } from '../../model/vocabulary.ts'
import { isHeader } from '../../openapi/headers.ts'
import type {
  CheckOutcome,
  ConformanceFinding,
  Recorded,
  RunEvent,
  RunInfo,
  RunSummary,
  Subscriber,
} from '../engine/events.ts'
import { foreignEvent } from './foreignEvent.ts'

export interface Collected {
  run: RunInfo
  summary: RunSummary
  outcomes: CheckOutcome[]
  findings: ConformanceFinding[]
  notes: string[]
  /** All exchanges, if requested. `leftOut` is the number of body bytes above the limit. */
  exchanges: (Recorded & { leftOut?: number })[]
}

/** Maximum total of body bytes in one recording. A Node string is limited to about 512 MB. */
const MAX_RECORDED = 100_000_000

/**
 * Collects the events and passes them on at the end.
 * @param wanted.exact texts as they came, for reports that escape by themselves
 */
export function collect(
  wanted: { exchanges: boolean; exact: boolean },
  done: (run: Collected) => void,
): Subscriber {
  let run: RunInfo | undefined
  const outcomes: CheckOutcome[] = []
  const findings: ConformanceFinding[] = []
  const notes: string[] = []
  const exchanges: Collected['exchanges'] = []
  let bytes = 0
  const within = (exchange: Recorded): Collected['exchanges'][number] => {
    bytes += exchange.body.length
    if (bytes <= MAX_RECORDED) return exchange
    bytes -= exchange.body.length
    const { json: _, wrapped: __, ...rest } = exchange
    return { ...rest, json: undefined, body: Buffer.alloc(0), leftOut: exchange.body.length }
  }
  return (reported: RunEvent) => {
    const event = wanted.exact ? reported : foreignEvent(reported)
    if (event.type === 'run-started') run = event.run
    else if (event.type === 'outcome') outcomes.push(event.outcome)
    else if (event.type === 'finding') findings.push(event.finding)
    else if (event.type === 'note') notes.push(event.text)
    else if (event.type === 'exchange' && wanted.exchanges) exchanges.push(within(event.exchange))
    else if (event.type === 'run-finished' && run !== undefined)
      done({ run, summary: event.summary, outcomes, findings, notes, exchanges })
  }
}

/** Masks tokens and codes in responses of an authorization server: in JSON bodies and in redirect URLs. */
export function withoutTokens<Exchange extends Recorded>(exchange: Exchange): Exchange {
  if (!isElsewhere(exchange)) return exchange
  const headers = Object.fromEntries(
    Object.entries(exchange.headers).map(([name, value]) => [
      name,
      typeof value === 'string' && isHeader(name, 'Location')
        ? value.replace(/([?&#](?:code|\w*_token)=)[^&#]*/g, '$1…')
        : value,
    ]),
  )
  const text = exchange.body.toString()
  const hidden = text.replace(/("(?:code|client_secret|\w+_token)"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"/g, '$1"…"')
  return { ...exchange, headers, body: hidden === text ? exchange.body : Buffer.from(hidden) }
}

/** Whether it went to another address than the target's; its path is then the whole address. */
export const isElsewhere = ({ path }: Pick<Recorded, 'path'>): boolean => /^https?:\/\//i.test(path)

/** @param secrets names of the headers that contain credentials */
export const headerPairs = (
  headers: Record<string, string | readonly string[] | undefined>,
  secrets: readonly string[] = [],
) =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []]
      .flat()
      .map((one) => ({ name, value: isSecretHeader(name) || secrets.includes(name) ? '…' : one })),
  )
