/** Where an API is, and how a client shows who it is. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { follow } from '../../openapi/resolve.ts'
import { type Block, table, text, textAt } from '../blocks.ts'
import { badgesOf } from './badges.ts'
import { code, literal } from './constraints.ts'

/** The address of the first server, its variables filled in; one to replace where a document names none. */
export function serverOf(document: ContractDocument, owners: readonly JsonObject[]): string {
  const servers = owners
    .map(({ servers: list }) => list)
    .find((list) => Array.isArray(list) && list.length > 0)
  const [first] = Array.isArray(servers) ? servers : []
  const node = follow(document, first)
  const variables = objectAt(node, 'variables')
  const url = textAt(node, 'url').replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const { default: value } = objectAt(variables, name)
    return value === undefined ? whole : String(value)
  })
  if (/^https?:\/\//i.test(url)) return url.replace(/\/+$/, '')
  return `https://api.example.com${url === '' || url === '/' ? '' : `/${url.replaceAll(/^\/+|\/+$/g, '')}`}`
}

export function serversTable(servers: Json | undefined): Block[] {
  if (!Array.isArray(servers) || servers.length === 0) return []
  const nodes = servers.filter(isObject)
  const rows = nodes.map((node) => [code(textAt(node, 'url')), textAt(node, 'description')])
  const variables = nodes.flatMap((node) =>
    Object.entries(objectAt(node, 'variables')).map(([name, variable]) => {
      const about = isObject(variable) ? variable : {}
      const choices = Array.isArray(about.enum)
        ? `One of ${about.enum.map((one) => literal(one)).join(', ')}.`
        : ''
      return [
        code(`{${name}}`),
        literal(about.default),
        [textAt(about, 'description').replace(/([^.])$/, '$1.'), choices]
          .filter((part) => part !== '')
          .join(' '),
      ]
    }),
  )
  const once = [...new Map(variables.map((row) => [row.join('|'), row])).values()]
  return [...table(['Address', 'Description'], rows), ...table(['Variable', 'Default', 'Description'], once)]
}

/** The security requirements, each alternative a list of schemes. */
function securityOf(document: ContractDocument, operation: JsonObject): JsonObject[] {
  const list = operation.security ?? document.root.security
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** A sentence on what a caller needs. */
export function securitySentence(
  document: ContractDocument,
  operation: JsonObject,
  authentication: string,
): string {
  const list = securityOf(document, operation)
  const needed = list.filter((one) => Object.keys(one).length > 0)
  if (needed.length === 0) return 'Needs no credential.'
  const byScopes = new Map<string, string[]>()
  for (const alternative of needed) {
    const names = Object.keys(alternative).map((name) => `[${name}](${authentication})`)
    const scopes = Object.values(alternative).flatMap((list) => (Array.isArray(list) ? list.map(String) : []))
    const key = [...new Set(scopes)].map(code).join(', ')
    byScopes.set(key, [...(byScopes.get(key) ?? []), names.join(' with ')])
  }
  const parts = [...byScopes].map(
    ([scopes, names]) =>
      `${names.join(' or ')}${scopes === '' ? '' : ` with the scope${scopes.includes(',') ? 's' : ''} ${scopes}`}`,
  )
  const optional = needed.length < list.length ? ' Works without a credential too.' : ''
  return `Needs ${parts.join(', or ')}.${optional}`
}

/** The scopes that an operation names, for search. */
export const scopesOf = (document: ContractDocument, operation: JsonObject): string[] => [
  ...new Set(
    securityOf(document, operation).flatMap((one) =>
      Object.values(one).flatMap((list) => (Array.isArray(list) ? list.map(String) : [])),
    ),
  ),
]

const KINDS: Record<string, string> = {
  http: 'HTTP authentication',
  apiKey: 'API key',
  httpApiKey: 'API key over HTTP',
  oauth2: 'OAuth 2.0',
  openIdConnect: 'OpenID Connect',
  mutualTLS: 'Mutual TLS',
  userPassword: 'User name and password',
  X509: 'Certificate',
  scramSha256: 'SCRAM-SHA-256',
  scramSha512: 'SCRAM-SHA-512',
}

/** Each scheme of a document, with its scopes. */
export function securitySchemes(document: ContractDocument): Block[] {
  const schemes = Object.entries(objectAt(objectAt(document.root, 'components'), 'securitySchemes'))
  return schemes.flatMap(([name, given]): Block[] => {
    const scheme = follow(document, given)
    const rows = [
      ['Kind', KINDS[textAt(scheme, 'type')] ?? textAt(scheme, 'type')],
      ['Scheme', textAt(scheme, 'scheme') && code(textAt(scheme, 'scheme'))],
      [
        'Where',
        textAt(scheme, 'in') &&
          `${textAt(scheme, 'in')}${textAt(scheme, 'name') && ` ${code(textAt(scheme, 'name'))}`}`,
      ],
      ['Looks like', textAt(scheme, 'bearerFormat') && code(textAt(scheme, 'bearerFormat'))],
      ['Discovery', textAt(scheme, 'openIdConnectUrl') && code(textAt(scheme, 'openIdConnectUrl'))],
    ].filter(([, value]) => value !== '') as string[][]
    const scopes = new Map<string, string>()
    for (const [flow, about] of Object.entries(objectAt(scheme, 'flows'))) {
      if (!isObject(about)) continue
      const urls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'].flatMap(
        (member) => (textAt(about, member) === '' ? [] : [`${member} ${code(textAt(about, member))}`]),
      )
      rows.push([`Flow ${code(flow)}`, urls.join(', ')])
      for (const [scope, words] of Object.entries({
        ...objectAt(about, 'scopes'),
        ...objectAt(about, 'availableScopes'),
      }))
        scopes.set(scope, String(words))
    }
    return [
      {
        kind: 'heading',
        level: 3,
        text: name,
        id: `security-${name}`,
        badges: badgesOf(scheme, document.labels),
      },
      ...text(textAt(scheme, 'description')),
      ...table(['Part', 'Value'], rows),
      ...table(
        ['Scope', 'Allows'],
        [...scopes].map(([scope, words]) => [code(scope), words]),
      ),
    ]
  })
}
