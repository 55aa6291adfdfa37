/** The caller that `-H` and `--auth` describe, for a first run without a configuration file. */
import type { Identity } from '../../conformance/conform.ts'
import { type ContractDocument, isObject, objectAt } from '../../openapi/document.ts'
import { follow } from '../../openapi/resolve.ts'
import { UsageError } from '../program/command.ts'

interface Caller {
  /** The identity with the credentials; undefined where no header is one. */
  identity: Identity | undefined
  /** The other headers, which every request has. */
  headers: Record<string, string>
}

type Credential = Identity['credentials'][number]

/**
 * Reads headers as curl writes them. `Authorization` and the headers and cookies of the document's security schemes are
 * credentials of one caller: checks leave them out or falsify them. All other headers are sent with every request.
 * @param given values of `-H`, such as `Authorization: Bearer abc`
 * @param auth `user:password` of `--auth`, sent as Basic (RFC 7617)
 * @throws UsageError for a value that is not a header, and for two credentials of one name
 * @example callerOf(['X-Tenant: 7', 'Authorization: Bearer abc'], undefined, document).headers // { 'X-Tenant': '7' }
 */
export function callerOf(
  given: readonly string[],
  auth: string | undefined,
  document: ContractDocument,
): Caller {
  const credentials: Credential[] = auth === undefined ? [] : [basicOf(auth)]
  const headers: Record<string, string> = {}
  const names = credentialNames(document)
  for (const text of given) {
    const [, name = '', value = ''] = HEADER.exec(text) ?? []
    if (name === '')
      throw new UsageError(
        `-H received a value that is not a header. Write "Name: value", such as "Authorization: Bearer $TOKEN".`,
      )
    if (names.headers.has(name.toLowerCase())) credentials.push({ kind: 'header', name, value })
    else if (/^cookie$/i.test(name)) {
      const { own, rest } = cookiesIn(value, names.cookies)
      credentials.push(...own)
      if (rest !== '') headers[name] = rest
    } else headers[name] = value
  }
  requireDistinct(credentials)
  const isOnly = credentials.length === 1
  const named = credentials.map((one): Credential => {
    const word = isOnly ? 'CREDENTIAL' : one.name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
    return { ...one, variable: `$CALLER_${word}` }
  })
  return { identity: named.length === 0 ? undefined : { name: 'caller', credentials: named }, headers }
}

/** A field line (RFC 9110, 5.5 and 5.6.2). */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/

function basicOf(auth: string): Credential {
  if (!auth.includes(':')) throw new UsageError('--auth has no colon; expected USER:PASSWORD.')
  const value = `Basic ${Buffer.from(auth).toString('base64')}`
  return { kind: 'header', name: 'Authorization', value, isBasic: true }
}

/** The cookies of one header that are credentials, and the others as the header has them. */
function cookiesIn(value: string, names: ReadonlySet<string>): { own: Credential[]; rest: string } {
  const own: Credential[] = []
  const rest: string[] = []
  for (const pair of value.split(/;[ \t]*/)) {
    const [, name, secret] = /^([^=\s]+)=(.*)$/.exec(pair) ?? []
    if (name !== undefined && names.has(name)) own.push({ kind: 'cookie', name, value: secret ?? '' })
    else rest.push(pair)
  }
  return { own, rest: rest.join('; ') }
}

/** @throws UsageError */
function requireDistinct(credentials: readonly Credential[]): void {
  const keys = credentials.map(({ kind, name }) =>
    kind === 'header' ? name.toLowerCase() : `${kind} ${name}`,
  )
  const twice = credentials.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  if (twice === undefined) return
  throw new UsageError(
    `-H and --auth received 2 credentials for the ${twice.kind} ${twice.name}, and a request has one. Name several callers under "identities" in the file of --config.`,
  )
}

function credentialNames(document: ContractDocument): { headers: Set<string>; cookies: Set<string> } {
  const headers = new Set(['authorization'])
  const cookies = new Set<string>()
  for (const node of Object.values(objectAt(objectAt(document.root, 'components'), 'securitySchemes'))) {
    const scheme = isObject(node) ? follow(document, node) : {}
    if (scheme.type !== 'apiKey' || typeof scheme.name !== 'string') continue
    if (scheme.in === 'header') headers.add(scheme.name.toLowerCase())
    if (scheme.in === 'cookie') cookies.add(scheme.name)
  }
  return { headers, cookies }
}
