/**
 * For each status of any operation, the change that turns a request that would succeed into one that
 * brings it about.
 */
import { type OperationId, operations } from '../../generated/operations.ts'
import type { WireRequest } from '../harness/wire.ts'
import { type Keys, NARROW_SCOPES } from './keys.ts'
import type { Call } from './recipe.ts'

type Change = (call: Call, id: OperationId, keys: Keys) => Partial<WireRequest>

const nothing: Change = () => ({})

const changes: Readonly<Record<number, Change>> = {
  200: nothing,
  201: nothing,
  202: nothing,
  204: nothing,
  304: () => ({ headers: { 'If-None-Match': '*' } }),
  400: ({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}unknownParameter=1` }),
  401: () => ({ key: null }),
  403: (_, id, keys) => {
    const scope = NARROW_SCOPES.find((one) => operations[id].scopes.some((needed) => needed !== one))
    return { key: keys.only[scope ?? NARROW_SCOPES[0]] ?? null }
  },
  404: ({ path }) => ({ path: withUnknownId(path) }),
  406: () => ({ headers: { Accept: 'image/png' } }),
  412: () => ({ headers: { 'If-Match': '"another"' } }),
  413: (_, id) => ({
    body: Buffer.alloc((operations[id].body?.maxBytes ?? 0) + 1, ' '),
    headers: { 'Content-Type': operations[id].body?.mediaTypes[0] ?? 'application/json' },
  }),
  415: () => ({ body: 'name=x', headers: { 'Content-Type': 'text/x-nothing' } }),
  429: (_, __, keys) => ({ key: keys.exhausted }),
}

/** The request that brings `status` about, or undefined where one changed request is not enough. */
export function requestFor(status: number, call: Call, id: OperationId, keys: Keys): WireRequest | undefined {
  const change = changes[status]
  if (change === undefined) return undefined
  const changed = change(call, id, keys)
  return { key: keys.all, ...call, ...changed, headers: { ...call.headers, ...changed.headers } }
}

/** The path with its first identifier replaced by a well-formed one that nothing has. */
const withUnknownId = (path: string): string =>
  path.replace(/_[0-7][0-9a-hjkmnp-tv-z]{25}/, `_01${'a'.repeat(24)}`)
