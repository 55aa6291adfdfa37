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
  /** Every exchange, where they were asked for; `leftOut` bytes of a body that found no room. */
  exchanges: (Recorded & { leftOut?: number })[]
}

/** Bytes of all bodies that one recording holds: a text in Node holds half a gigabyte. */
const MAX_RECORDED = 100_000_000

/**
 * Gathers the events and hands them over at the end.
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

/** Of an authorization server's answer: tokens and codes, in its JSON and in the address that it redirects to. */
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

/** @param secret the header that holds the credential, whatever it is called */
export const headerPairs = (
  headers: Record<string, string | readonly string[] | undefined>,
  secret?: string,
) =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => ({ name, value: isSecretHeader(name) || name === secret ? '…' : one })),
  )
