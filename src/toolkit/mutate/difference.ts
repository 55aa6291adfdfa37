/** The effect of a fault on an exchange, as data. */
import { pointerOf } from '../openapi/pointer.ts'
import type { Change } from './proxy.ts'
import { type Fields, fieldOf, isObject, jsonOf } from './wire.ts'

export interface Difference {
  /** The request of the tests, such as `GET /books?limit=2`. */
  request: string
  /** The requests that the target received instead; may be empty. */
  received?: string[]
  /** How often the receiver of the tests got a delivery, for faults of deliveries. */
  deliveries?: number
  status?: { right: number; wrong: number }
  header?: { name: string; right: string | undefined; wrong: string | undefined }
  /** The first value of the body that differs. */
  value?: { pointer: string; right: unknown; wrong: unknown }
}

/** @example differenceOf(change) // { request: 'GET /books', status: { right: 200, wrong: 202 } } */
export function differenceOf(change: Change): Difference {
  const { request, sent, response, isDelivery } = change
  const line = ({ method, target }: Change['request']) => `${method} ${target}`
  if (isDelivery) {
    const [first] = sent
    return {
      request: line(request),
      deliveries: sent.length,
      ...(first !== undefined && differences(request, first.request)),
    }
  }
  const own = line(request)
  const lines = sent.map((one) => line(one.request))
  const right = sent.at(-1)?.response
  const isSame = lines.length === 1 && lines[0] === own && sent[0]?.request.body.equals(request.body) === true
  return {
    request: own,
    ...(!isSame && { received: lines }),
    ...(right !== undefined &&
      right !== response && {
        ...(right.status !== response.status && { status: { right: right.status, wrong: response.status } }),
        ...differences(right, response),
      }),
  }
}

interface Message {
  fields: Fields
  body: Buffer
}

function differences(right: Message, wrong: Message): Pick<Difference, 'header' | 'value'> {
  const names = new Set([...right.fields, ...wrong.fields].map(([name]) => name.toLowerCase()))
  const header = [...names]
    .filter((name) => name !== 'content-length')
    .map((name) => ({ name, right: fieldOf(right, name), wrong: fieldOf(wrong, name) }))
    .find((one) => one.right !== one.wrong)
  const value = firstDifference(jsonOf(right), jsonOf(wrong), [])
  return {
    ...(value !== undefined && { value }),
    ...(value === undefined && header !== undefined && { header }),
  }
}

function firstDifference(right: unknown, wrong: unknown, path: readonly string[]): Difference['value'] {
  if (Object.is(right, wrong)) return undefined
  const isList = Array.isArray(right) && Array.isArray(wrong) && right.length === wrong.length
  if (!isList && !(isObject(right) && isObject(wrong))) return { pointer: pointerOf(...path), right, wrong }
  const names = new Set([...Object.keys(right as object), ...Object.keys(wrong as object)])
  for (const name of names) {
    const [before, after] = [right, wrong].map((one) => (one as Record<string, unknown>)[name])
    const found = firstDifference(before, after, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}
