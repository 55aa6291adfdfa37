/** `conform --init`: a first configuration, from the security schemes of the document. */
import { type ContractDocument, isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'

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
      ? ['# The document requires no credential.', 'identities: {}']
      : [
          '# Callers. The first one sends what must succeed; secrets are environment variables (env:NAME) or files (@file).',
          'identities:',
          `  owner: ${credential('API')}`,
          '  # A caller of another tenant. It must not see data of the first one:',
          `  # other-organization: ${credential('OTHER', ', organization: other')}`,
          ...narrowed(document, credential),
        ]
  return `${[
    '# yaml-language-server: $schema=./node_modules/specwright/schemas/conform.json',
    `openapi: ${quoted(named.document)}`,
    `target: ${quoted(named.target)}`,
    ...identities,
  ].join('\n')}\n`
}

type CredentialWriter = (variable: string, rest?: string) => string

/** A flow mapping with the credential that most operations require. */
function credentialOf(document: ContractDocument): CredentialWriter | undefined {
  const schemes = objectAt(objectAt(document.root, 'components'), 'securitySchemes')
  const counts = new Map<string, number>()
  for (const { operation } of listOperations(document))
    for (const alternative of listOf(operation.security ?? document.root.security))
      for (const name of Object.keys(alternative)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most === undefined ? undefined : writerOf(objectAt(schemes, most[0]))
}

function writerOf(scheme: JsonObject): CredentialWriter {
  const { type, scheme: name, in: place } = scheme
  if (type === 'http' && /^basic$/i.test(String(name)))
    return (variable, rest = '') => `{ basic: env:${variable}_USER_AND_PASSWORD${rest} }`
  if (type === 'apiKey' && typeof scheme.name === 'string') {
    const key = quoted(scheme.name)
    return (variable, rest = '') => `{ ${String(place)}: { ${key}: env:${variable}_KEY }${rest} }`
  }
  const { tokenUrl } = objectAt(objectAt(scheme, 'flows'), 'clientCredentials')
  if (typeof tokenUrl === 'string' && /^https?:/.test(tokenUrl))
    return (variable, rest = '') =>
      `{ client-credentials: { token-url: ${quoted(tokenUrl)}, client-id: env:${variable}_CLIENT_ID, client-secret: env:${variable}_CLIENT_SECRET }${rest} }`
  return (variable, rest = '') => `{ bearer: env:${variable}_TOKEN${rest} }`
}

/** A caller with one scope of the document, or one who may only read where it has none. */
function narrowed(document: ContractDocument, credential: CredentialWriter): string[] {
  const scopes = listOperations(document).flatMap(({ operation }) =>
    listOf(operation.security ?? document.root.security).flatMap((alternative) =>
      Object.values(alternative).flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
    ),
  )
  const [scope] = scopes
  const rest = scope === undefined ? ', may: read' : `, scopes: [${quoted(scope)}]`
  return ['  # A caller who may do less:', `  # read-only: ${credential('READ_ONLY', rest)}`]
}

const listOf = (security: unknown): JsonObject[] => (Array.isArray(security) ? security.filter(isObject) : [])

const quoted = (text: string): string =>
  /^[\w./][\w./:-]*$/.test(text) && !/: |:$/.test(text) ? text : JSON.stringify(text)
