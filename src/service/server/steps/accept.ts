/** Content negotiation (RFC 9110, section 12.5.1): whether the client accepts any possible response. */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../errors.ts'
import type { CallStep } from '../call.ts'
import type { Operation } from '../operationTable.ts'

/** The step of an operation whose document declares 406. */
export function accept(operation: Operation | undefined): CallStep | undefined {
  if (!operation?.responses.some(({ status }) => status === 406)) return undefined
  return ({ exchange }) => exchange && requireAcceptable(exchange.request, operation)
}

/** @throws ApiError NOT_ACCEPTABLE when no success of the operation has a media type that the client accepts. */
export function requireAcceptable(request: IncomingMessage, operation: Pick<Operation, 'responses'>): void {
  const { accept } = request.headers
  if (accept === undefined || accept === '*/*') return
  const offered = operation.responses
    .filter(({ status }) => status < 300)
    .flatMap(({ mediaTypes }) => mediaTypes)
  if (offered.length === 0 || acceptable(accept, offered)) return
  const received = accept.slice(0, 200)
  throw new ApiError(
    'NOT_ACCEPTABLE',
    `The Accept header is ${received}; ${offered.join(' or ')} can be sent.`,
    {
      details: { field: 'header.Accept', received, available: [...new Set(offered)] },
    },
  )
}

/**
 * Whether one of `offered` (lower case, without parameters) may be sent. The most specific range decides for
 * each, and `q=0` forbids. An invalid media range is ignored.
 */
export function acceptable(accept: string | undefined, offered: readonly string[]): boolean {
  if (accept === undefined || accept.trim() === '') return true
  if (offered.includes(accept)) return true
  const ranges = parseRanges(accept)
  return offered.some((mediaType) => {
    const kind = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`
    const weight = ranges.get(mediaType) ?? ranges.get(kind) ?? ranges.get('*/*') ?? 0
    return weight > 0
  })
}

/** Whether a browser shows the response: it names HTML and prefers it to JSON. Programs send no `Accept`, or any type. */
export function prefersHtml({ headers: { accept = '' } }: IncomingMessage): boolean {
  const ranges = parseRanges(accept)
  const weight = ranges.get('text/html') ?? 0
  const other = ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? 0
  return weight > other
}

const RANGE = /^\s*(\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))\s*((?:;[^;]*)*)$/
const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/
/** All that we send is UTF-8; a range with any other parameter names something that we do not have. */
const OURS = /^\s*(?:charset\s*=\s*(?:"utf-8"|utf-8)\s*)?$/

function parseRanges(accept: string): Map<string, number> {
  const ranges = new Map<string, number>()
  for (const element of accept.toLowerCase().split(',')) {
    const [, range, parameters = ''] = RANGE.exec(element) ?? []
    if (range === undefined) continue
    let weight: number | undefined = 1
    for (const parameter of parameters.split(';')) {
      const stated = WEIGHT.exec(parameter)?.[1]
      if (stated !== undefined) weight = Number(stated)
      else if (!OURS.test(parameter)) weight = undefined
      if (weight === undefined) break
    }
    if (weight !== undefined) ranges.set(range, Math.max(weight, ranges.get(range) ?? 0))
  }
  return ranges
}
