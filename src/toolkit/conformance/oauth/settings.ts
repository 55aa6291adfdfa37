/** The settings of a configuration for an authorization server. */
import { isObject, type Json } from '../../openapi/document.ts'
import { ConfigError, objectOf, requiredText } from '../config/members.ts'
import type { Surroundings } from '../config/readConfig.ts'

export interface OAuthClient {
  id: string
  /** A client without one is public. */
  secret: string | undefined
  redirectUri: string
}

export interface OAuthSettings {
  issuer: string
  /** The client under test: the flows are its own. */
  client: OAuthClient
  /** Another confidential client, whose codes and tokens are not the first one's; a public one. */
  other: OAuthClient | undefined
  publicClient: OAuthClient | undefined
  scopes: string[]
  /** The input of the person who signs in, by the name of the field. */
  person: Record<string, string>
  /** The value of the button that allows; guessed from its words. */
  allow: string | undefined
  /** A GET below the target that an access token of these scopes may read. */
  read: string | undefined
}

/**
 * @param tree the property `oauth` of the configuration
 * @param flag the value of `--oauth ISSUER,CLIENT`, instead of it
 */
export function readOAuthSettings(
  tree: Json | undefined,
  flag: string | undefined,
  surroundings: Surroundings,
): OAuthSettings | undefined {
  if (tree === undefined && flag === undefined) return undefined
  const given = tree === undefined ? {} : objectOf(tree, 'oauth')
  const [issuer, id] = flag?.split(',', 2) ?? []
  const clients = objectOf(given.clients ?? {}, 'oauth.clients')
  const first = id ?? Object.keys(clients)[0]
  const client = Object.entries(clients).find(
    ([name, one]) => name === first || (isObject(one) && one.id === first),
  )?.[1]
  const others = Object.entries(clients).filter(([, one]) => one !== client)
  const read = (one: Json | undefined, at: string) => clientIn(one, at, surroundings)
  const own =
    client === undefined
      ? { id: requiredText(id, 'oauth.clients'), secret: undefined, redirectUri: 'http://127.0.0.1/callback' }
      : read(client, 'oauth.clients')
  const rest = others.map(([name, one]) => read(one, `oauth.clients.${name}`))
  return {
    issuer: requiredText(issuer ?? givenValue(given.issuer, surroundings), 'oauth.issuer').replace(/\/$/, ''),
    client: own,
    other: rest.find(({ secret }) => secret !== undefined),
    publicClient: own.secret === undefined ? own : rest.find(({ secret }) => secret === undefined),
    scopes: Array.isArray(given.scopes) ? given.scopes.map(String) : [],
    person: Object.fromEntries(
      Object.entries(objectOf(given.person ?? {}, 'oauth.person')).map(([name, value]) => [
        name,
        givenValue(value, surroundings) ?? '',
      ]),
    ),
    allow: given.allow === undefined ? undefined : requiredText(given.allow, 'oauth.allow'),
    read: given.read === undefined ? undefined : requiredText(given.read, 'oauth.read'),
  }
}

function clientIn(value: Json | undefined, at: string, surroundings: Surroundings): OAuthClient {
  const tree = objectOf(value ?? {}, at)
  return {
    id: requiredText(givenValue(tree.id, surroundings), `${at}.id`),
    secret: tree.secret === undefined ? undefined : givenValue(tree.secret, surroundings),
    redirectUri: requiredText(tree.redirect ?? 'http://127.0.0.1/callback', `${at}.redirect`),
  }
}

/** `env:NAME`, `@file`, or the text itself. */
function givenValue(value: Json | undefined, { env, readFile }: Surroundings): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith('@')) return readFile(value.slice(1)).trim()
  if (!value.startsWith('env:')) return value
  const found = env[value.slice(4)]
  if (found === undefined || found === '')
    throw new ConfigError(`oauth names the environment variable ${value.slice(4)}, which is not set`)
  return found
}
