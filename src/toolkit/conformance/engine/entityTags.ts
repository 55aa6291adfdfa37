/** Watches the entity tags of all responses: one tag belongs to one representation (RFC 9110, 8.8.1 and 8.8.3). */
import { isRenewed } from '../../model/vocabulary.ts'
import { isObject, type Json } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import type { Recorded } from './events.ts'
import type { NewFinding } from './findings.ts'

/** The rule whose findings these are. */
export const TAG_RULE = 'conditional-requests-honored'

/** Request headers that choose the representation. */
const CHOOSING = ['accept', 'accept-language', 'range', 'prefer']

export class EntityTags {
  /** The first response with a tag, by its request and the tag. */
  readonly #first = new Map<string, Recorded>()

  /** @returns the finding that a response had the tag of another one, if it had */
  note(recorded: Recorded): NewFinding | undefined {
    const { method, url, identity, requestHeaders, status, headers } = recorded
    const tag = readHeader(headers, 'etag')
    if (method !== 'GET' || status !== 200 || tag === undefined) return undefined
    const key = JSON.stringify([
      ...[url, identity, tag],
      ...CHOOSING.map((name) => readHeader(requestHeaders, name) ?? null),
    ])
    const first = this.#first.get(key)
    if (first === undefined) this.#first.set(key, recorded)
    if (first === undefined || !isOther(first, recorded, tag.startsWith('W/'))) return undefined
    return {
      rule: TAG_RULE,
      operationId: recorded.operationId,
      constraint: 'ETag of one representation',
      code: 'etag-of-another',
      received: tag,
      provenance: 'decided',
      status,
      exchange: recorded,
      with: [first],
      check: recorded.check,
      place: undefined,
    }
  }
}

function isOther(one: Recorded, other: Recorded, isWeak: boolean): boolean {
  const [a, b] = [one, other].map((each) => (each.wrapped ?? each.json) as Json | undefined)
  if (a === undefined || b === undefined) return !isWeak && !one.body.equals(other.body)
  return isChanged(a, b, isWeak)
}

/**
 * Whether two JSON values differ in more than what a server may renew in each response. A weak tag may stand for values
 * that mean the same, which numbers and flags may do. Other texts and other items do not.
 */
function isChanged(one: Json | undefined, other: Json | undefined, isWeak: boolean): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length !== other.length || one.some((each, index) => isChanged(each, other[index], isWeak))
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].some((name) => !isRenewed(name) && isChanged(one[name], other[name], isWeak))
  }
  if (isWeak && (typeof one !== 'string' || typeof other !== 'string')) return false
  return one !== other
}
