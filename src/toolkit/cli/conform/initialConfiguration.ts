/** `conform --init`: a first configuration, from the security schemes of the document. */
import {
  type CredentialForm,
  credentialForm,
  identityText,
  withoutRepeatedPlaces,
} from '../../openapi/credentialForm.ts'
import { type ContractDocument, isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'
import { follow } from '../../openapi/resolve.ts'

/**
 * @param named the document and the target as they are written into the configuration
 * @returns the text of a `conform.yaml`
 */
export function initialConfiguration(
  document: ContractDocument,
  named: { document: string; target: string },
): string {
  const credential = credentialOf(document)
  const identities =
    credential === undefined
      ? ['# The document requires no credential within a request.', 'identities: {}']
      : [
          '# Callers. The first one sends what must succeed; secrets are environment variables (env:NAME) or files (@file).',
          'identities:',
          `  owner: ${credential('API')}`,
          '  # A caller of another tenant. It must not see data of the first one:',
          `  # other-organization: ${credential('OTHER', 'organization: other')}`,
          ...narrowed(document, credential),
        ]
  return `${[
    '# yaml-language-server: $schema=./node_modules/specwright/schemas/conform.json',
    `openapi: ${quoted(named.document)}`,
    `target: ${quoted(named.target)}`,
    ...identities,
  ].join('\n')}\n`
}

type CredentialWriter = (variable: string, ...rest: string[]) => string

/** A flow mapping with the credentials that most operations require together. */
function credentialOf(document: ContractDocument): CredentialWriter | undefined {
  const all = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  const counts = new Map<string, number>()
  for (const { operation } of listOperations(document))
    for (const alternative of listOf(operation.security ?? document.root.security)) {
      // A client certificate belongs to the connection.
      const names = Object.keys(alternative).filter((name) => isSent(follow(document, all[name])))
      const key = JSON.stringify(names)
      if (names.length > 0) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  if (most === undefined) return undefined
  return writerOf((JSON.parse(most[0]) as string[]).map((name) => follow(document, all[name])))
}

const isSent = (scheme: JsonObject): boolean =>
  tokenUrlOf(scheme) !== undefined || credentialForm(scheme) !== undefined

function writerOf(schemes: readonly JsonObject[]): CredentialWriter {
  const sent = schemes.flatMap((scheme) => {
    const form = credentialForm(scheme)
    return form === undefined ? [] : [{ ...form, url: tokenUrlOf(scheme) }]
  })
  const unique = withoutRepeatedPlaces(sent)
  const urls = sent.flatMap((one) => (one.url !== undefined && unique.includes(one) ? [one.url] : []))
  const forms = sent.filter((one) => one.url === undefined && unique.includes(one))
  const keys = forms.filter(({ in: place }) => place !== 'bearer' && place !== 'basic')
  const secretOf = ({ in: place, name }: CredentialForm) => {
    if (place === 'basic') return 'USER_AND_PASSWORD'
    if (place === 'bearer') return 'TOKEN'
    return keys.length === 1 ? 'KEY' : name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
  }
  return (variable, ...rest) => {
    const credentials = forms.map((form) => ({ form, secret: `env:${variable}_${secretOf(form)}` }))
    const clients = urls.map(
      (url) =>
        `client-credentials: { token-url: ${quoted(url)}, client-id: env:${variable}_CLIENT_ID, client-secret: env:${variable}_CLIENT_SECRET }`,
    )
    return identityText(credentials, [...clients, ...rest])
  }
}

/** Where a client fetches its own token (RFC 6749, 4.4). */
function tokenUrlOf(scheme: JsonObject): string | undefined {
  const { tokenUrl } = objectAt(objectAt(scheme, 'flows'), 'clientCredentials')
  return typeof tokenUrl === 'string' && /^https?:/.test(tokenUrl) ? tokenUrl : undefined
}

/** A caller with one scope of the document, or one who may only read where it has none. */
function narrowed(document: ContractDocument, credential: CredentialWriter): string[] {
  const scopes = listOperations(document).flatMap(({ operation }) =>
    listOf(operation.security ?? document.root.security).flatMap((alternative) =>
      Object.values(alternative).flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
    ),
  )
  const [scope] = scopes
  const rest = scope === undefined ? 'may: read' : `scopes: [${quoted(scope)}]`
  return ['  # A caller who may do less:', `  # read-only: ${credential('READ_ONLY', rest)}`]
}

const listOf = (security: unknown): JsonObject[] => (Array.isArray(security) ? security.filter(isObject) : [])

const quoted = (text: string): string =>
  /^[\w./][\w./:-]*$/.test(text) && !/: |:$/.test(text) ? text : JSON.stringify(text)
