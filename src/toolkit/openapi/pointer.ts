/** JSON Pointer (RFC 6901), by itself and as URI fragment (section 6). */
import { isObject, type Json } from './document.ts'

/** Escapes one token of a pointer. */
export const escapeToken = (token: string): string =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token

/** `/a/b~1c` from its tokens. */
export const pointerOf = (...tokens: (string | number)[]): string =>
  tokens.reduce<string>((pointer, token) => `${pointer}/${escapeToken(String(token))}`, '')

/** The pointer of a property below `pointer`. */
export const memberPointer = (pointer: string, name: string): string => `${pointer}/${escapeToken(name)}`

/** The tokens of `/a/b~1c`. */
export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1)
  return pointer.includes('~')
    ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    : tokens
}

/** The pointer as fragment of a `$ref`, percent-encoded because URIs do not allow braces or spaces. */
export const fragmentOf = (pointer: string): string =>
  `#${pointer.split('/').map(encodeURIComponent).join('/')}`

/** The pointer in a local `$ref` such as `#/components/schemas/Prompt`. */
export function pointerOfFragment(fragment: string): string {
  const written = fragment.startsWith('#') ? fragment.slice(1) : fragment
  if (!written.includes('%')) return written
  try {
    return decodeURIComponent(written)
  } catch {
    return written // "%zz" is not a valid escape; callers report that the reference cannot be resolved.
  }
}

/** The value at `pointer`; undefined if there is none. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let node: Json | undefined = root
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(node)) node = /^(0|[1-9]\d*)$/.test(token) ? node[Number(token)] : undefined
    else node = isObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
    if (node === undefined) return undefined
  }
  return node
}

/** A copy of the value with a new value at the tokens of a pointer; undefined removes it. */
export function withValueAt(value: Json, tokens: readonly string[], changed: Json | undefined): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return changed ?? null
  if (Array.isArray(value)) {
    const index = Number(token)
    const inside = rest.length === 0 ? changed : withValueAt(value[index] ?? null, rest, changed)
    return inside === undefined ? value.toSpliced(index, 1) : value.with(index, inside)
  }
  if (!isObject(value)) return value
  const { [token]: old, ...others } = value
  const inside = rest.length === 0 ? changed : withValueAt(old ?? {}, rest, changed)
  if (inside === undefined) return others
  // Same position, so that the order of properties does not change.
  return Object.hasOwn(value, token) ? { ...value, [token]: inside } : { ...others, [token]: inside }
}
