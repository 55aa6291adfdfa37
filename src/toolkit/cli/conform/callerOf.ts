/** The caller that `-H` and `--auth` describe, for a first run without a configuration file. */
import type { Identity } from '../../conformance/conform.ts'
import { type ContractDocument, isObject, objectAt } from '../../openapi/document.ts'
import { UsageError } from '../program/command.ts'

interface Caller {
  /** The identity with the credential; undefined where no header is one. */
  identity: Identity | undefined
  /** The other headers, which every request has. */
  headers: Record<string, string>
}

/**
 * Reads headers as curl writes them. `Authorization` and the headers and cookies of the document's security schemes are
 * credentials: checks leave them out or falsify them. All other headers are sent with every request.
 * @param given values of `-H`, such as `Authorization: Bearer abc`
 * @param auth `user:password` of `--auth`, sent as Basic (RFC 7617)
 * @throws UsageError for a value that is not a header, and for two credentials
 * @example callerOf(['X-Tenant: 7', 'Authorization: Bearer abc'], undefined, document).headers // { 'X-Tenant': '7' }
 */
export function callerOf(
  given: readonly string[],
  auth: string | undefined,
  document: ContractDocument,
): Caller {
  const credentials: Identity['credential'][] = []
  const headers: Record<string, string> = {}
  if (auth !== undefined) {
    if (!auth.includes(':')) throw new UsageError('--auth has no colon; expected USER:PASSWORD.')
    const value = `Basic ${Buffer.from(auth).toString('base64')}`
    credentials.push({ kind: 'header', name: 'Authorization', value })
  }
  const names = credentialNames(document)
  for (const text of given) {
    const [, name = '', value = ''] = HEADER.exec(text) ?? []
    if (name === '')
      throw new UsageError(
        `-H received a value that is not a header. Write "Name: value", such as "Authorization: Bearer $TOKEN".`,
      )
    const cookie = /^cookie$/i.test(name) ? /^([^=;\s]+)=([^;]*)$/.exec(value) : null
    if (cookie?.[1] !== undefined && names.cookies.has(cookie[1]))
      credentials.push({ kind: 'cookie', name: cookie[1], value: cookie[2] ?? '' })
    else if (names.headers.has(name.toLowerCase())) credentials.push({ kind: 'header', name, value })
    else headers[name] = value
  }
  const [credential] = credentials
  if (credentials.length > 1)
    throw new UsageError(
      `-H and --auth received ${credentials.length} credentials, and a caller has one. Name several callers under "identities" in the file of --config.`,
    )
  const identity = credential && { name: 'caller', credential, variable: '$CALLER_CREDENTIAL' }
  return {
    identity:
      identity === undefined ? undefined : auth === undefined ? identity : { ...identity, basic: true },
    headers,
  }
}

/** A field line (RFC 9110, 5.5 and 5.6.2). */
const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/

function credentialNames({ root }: ContractDocument): { headers: Set<string>; cookies: Set<string> } {
  const headers = new Set(['authorization'])
  const cookies = new Set<string>()
  for (const scheme of Object.values(objectAt(objectAt(root, 'components'), 'securitySchemes'))) {
    if (!isObject(scheme) || scheme.type !== 'apiKey' || typeof scheme.name !== 'string') continue
    if (scheme.in === 'header') headers.add(scheme.name.toLowerCase())
    if (scheme.in === 'cookie') cookies.add(scheme.name)
  }
  return { headers, cookies }
}
