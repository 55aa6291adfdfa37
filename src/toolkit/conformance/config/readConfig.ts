/** Reads `conform.yaml`: the document, the target and the credentials. */
import { parse } from 'yaml'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Hints } from './hints.ts'
import { readHints } from './hints.ts'
import type { ClientGrant, Credential, Identity } from './identity.ts'
import {
  booleanOf,
  ConfigError,
  known,
  objectOf,
  optionalText,
  requiredText,
  requireFiniteTree,
  textsOf,
} from './members.ts'

export { ConfigError }

export interface Config {
  openapi: string[]
  /** OpenAPI Overlay files for the documents. */
  overlays: string[]
  asyncapi: string[]
  target: string | undefined
  ca: string | undefined
  identities: Identity[]
  /** Places of secrets that are written in the file, such as `identities.owner.bearer`. */
  literals: string[]
  hints: Hints
  /** Whether properties that the document does not declare are findings where it leaves objects open. */
  closed: boolean
  recipes: string | undefined
  /** Files with Arazzo descriptions. */
  workflows: string[]
  /** The sections for webhooks and OAuth, read by the code that needs them. */
  webhooks: Json | undefined
  oauth: Json | undefined
}

/** How the parts of the process are reached; only `cli.ts` has the real ones. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Reads a file that the configuration names, relative to it. */
  readFile(path: string): string
}

const MEMBERS = [
  'openapi',
  'overlays',
  'asyncapi',
  'target',
  'ca',
  'identities',
  'hints',
  'closed',
  'recipes',
  'workflows',
  'webhooks',
  'oauth',
]
const KINDS = ['bearer', 'basic', 'header', 'query', 'cookie', 'client-credentials', 'none']

/** @throws ConfigError that names the property, its value and the expected value */
export function readConfig(text: string, surroundings: Surroundings): Config {
  let tree: unknown
  try {
    tree = parse(text)
  } catch (error) {
    throw new ConfigError(`is not valid YAML: ${(error as Error).message}`)
  }
  requireFiniteTree(tree, 'it')
  if (!isObject(tree))
    throw new ConfigError('is empty; expected properties such as "openapi", "target" and "identities"')
  known(tree, MEMBERS, 'the file')
  const literals: string[] = []
  const sources = { ...surroundings, literal: (at: string) => void literals.push(at) }
  const identities = Object.entries(objectOf(tree.identities, 'identities')).map(([name, entry]) =>
    identityOf(name, objectOf(entry, `identities.${name}`), sources),
  )
  return {
    openapi: textsOf(tree.openapi, 'openapi'),
    overlays: textsOf(tree.overlays, 'overlays'),
    asyncapi: textsOf(tree.asyncapi, 'asyncapi'),
    target: optionalText(tree.target, 'target'),
    ca: optionalText(tree.ca, 'ca'),
    identities,
    literals,
    hints: readHints(objectOf(tree.hints, 'hints'), 'hints'),
    closed: booleanOf(tree.closed, 'closed'),
    recipes: optionalText(tree.recipes, 'recipes'),
    workflows: textsOf(tree.workflows, 'workflows'),
    webhooks: tree.webhooks,
    oauth: tree.oauth,
  }
}

function identityOf(name: string, entry: JsonObject, surroundings: Sources): Identity {
  const at = `identities.${name}`
  known(entry, [...KINDS, 'scopes', 'may', 'organization', 'plan'], at)
  const kinds = KINDS.filter((kind) => entry[kind] !== undefined)
  requireCombinable(kinds, at)
  const credentials = kinds.flatMap((kind) => credentialsOf(kind, entry[kind], at, surroundings))
  requireDistinct(credentials, kinds.includes('client-credentials'), at)
  const identity: Identity = { name, credentials: withVariables(credentials, name) }
  if (entry.scopes !== undefined) identity.scopes = textsOf(entry.scopes, `${at}.scopes`)
  if (entry.may !== undefined) {
    if (entry.may !== 'read')
      throw new ConfigError(`${at}.may is ${JSON.stringify(entry.may)}; expected read`)
    identity.may = 'read'
  }
  if (entry.organization !== undefined)
    identity.organization = requiredText(entry.organization, `${at}.organization`)
  if (entry.plan !== undefined) identity.plan = requiredText(entry.plan, `${at}.plan`)
  if (entry['client-credentials'] !== undefined) identity.client = clientOf(name, entry, surroundings)
  return identity
}

/** Forms that use the header Authorization, which has one value in a request. */
const IN_AUTHORIZATION = ['bearer', 'basic', 'client-credentials']

/** @throws ConfigError for no form of credential, and for forms that no request can combine */
function requireCombinable(kinds: readonly string[], at: string): void {
  if (kinds.length === 0)
    throw new ConfigError(`${at} has no credential; expected one or more of ${KINDS.join(', ')}`)
  if (kinds.length > 1 && kinds.includes('none'))
    throw new ConfigError(`${at} has none and ${kinds.filter((kind) => kind !== 'none').join(' and ')}`)
  const alike = kinds.filter((kind) => IN_AUTHORIZATION.includes(kind))
  if (alike.length > 1)
    throw new ConfigError(
      `${at} has ${alike.join(' and ')}, and all of them use the header Authorization; expected one of them`,
    )
}

/** @throws ConfigError for two values of one header */
function requireDistinct(credentials: readonly Credential[], hasClient: boolean, at: string): void {
  const headers = credentials.filter(({ kind }) => kind === 'header').map(({ name }) => name.toLowerCase())
  if (hasClient) headers.push('authorization')
  const twice = headers.find((name, index) => headers.indexOf(name) !== index)
  if (twice === undefined) return
  throw new ConfigError(`${at} has the header ${twice} twice, in any case of letters; expected one value`)
}

function clientOf(name: string, entry: JsonObject, surroundings: Sources): ClientGrant {
  const at = `identities.${name}.client-credentials`
  const given = objectOf(entry['client-credentials'], at)
  known(given, ['token-url', 'client-id', 'client-secret', 'scopes'], at)
  return {
    tokenUrl: urlOf(given['token-url'], `${at}.token-url`),
    clientId: secretOf(given['client-id'], `${at}.client-id`, surroundings, false),
    clientSecret: secretOf(given['client-secret'], `${at}.client-secret`, surroundings),
    scopes: textsOf(given.scopes ?? entry.scopes, `${at}.scopes`),
    shell: { id: shellOf(given['client-id']), secret: secretShellOf(given['client-secret'], name) },
    variable: `$${shellNameOf(name)}_TOKEN`,
  }
}

function credentialsOf(
  kind: string,
  value: Json | undefined,
  at: string,
  surroundings: Sources,
): Credential[] {
  const authorization = (text: string, rest: Partial<Credential> = {}): Credential[] => [
    { kind: 'header', name: 'Authorization', value: text, ...variableOf(value), ...rest },
  ]
  switch (kind) {
    case 'bearer':
      return authorization(`Bearer ${secretOf(value, `${at}.bearer`, surroundings)}`)
    case 'basic': {
      const pair = secretOf(value, `${at}.basic`, surroundings)
      return authorization(`Basic ${Buffer.from(pair).toString('base64')}`, { isBasic: true })
    }
    case 'none':
    case 'client-credentials':
      return []
    default: {
      const given = Object.entries(objectOf(value, `${at}.${kind}`))
      if (given.length === 0)
        throw new ConfigError(
          `${at}.${kind} is empty; expected a name and a secret, such as { X-Api-Key: env:KEY }`,
        )
      return given.map(([name, secret]) => ({
        kind: kind as Credential['kind'],
        name,
        value: secretOf(secret, `${at}.${kind}.${name}`, surroundings),
        ...variableOf(secret),
      }))
    }
  }
}

interface Sources extends Surroundings {
  /** Notes the place of a secret that is written in the configuration. */
  literal(at: string): void
}

/** A secret belongs into the environment or into a file of its own. */
function secretOf(
  value: Json | undefined,
  at: string,
  { env, readFile, literal }: Sources,
  secret = true,
): string {
  const text = requiredText(value, at)
  if (text.startsWith('env:')) {
    const found = env[text.slice(4)]
    if (found === undefined || found === '')
      throw new ConfigError(`${at} names the environment variable ${text.slice(4)}, which is not set`)
    return found
  }
  if (text.startsWith('@')) return readFile(text.slice(1)).trim()
  if (!secret) return text
  literal(at)
  return text
}

/** The shell's form of a value that the configuration writes as `env:NAME` or `@file`. */
function shellOf(value: Json | undefined): string {
  const text = String(value)
  if (text.startsWith('env:')) return `"\${${text.slice(4)}}"`
  return text.startsWith('@') ? `"$(cat '${text.slice(1)}')"` : `'${text}'`
}

/** A secret of the configuration is not printed. */
function secretShellOf(value: Json | undefined, identity: string): string {
  const text = String(value)
  if (text.startsWith('env:') || text.startsWith('@')) return shellOf(value)
  return `"\${${shellNameOf(identity)}_CLIENT_SECRET}"`
}

function urlOf(value: Json | undefined, at: string): string {
  const text = requiredText(value, at)
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text
  throw new ConfigError(`${at} is ${JSON.stringify(text)}; expected a URL`)
}

const variableOf = (value: Json | undefined): Pick<Credential, 'variable'> =>
  typeof value === 'string' && value.startsWith('env:') ? { variable: `$${value.slice(4)}` } : {}

/** Gives a placeholder to each secret without a variable, for printed commands. */
const withVariables = (credentials: readonly Credential[], identity: string): Credential[] =>
  credentials.map((one) => ({
    ...one,
    variable:
      one.variable ??
      `$${shellNameOf(identity)}_${credentials.length === 1 ? 'CREDENTIAL' : shellNameOf(one.name)}`,
  }))

const shellNameOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
