import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, type OAuthRule, rule } from './attack.ts'

type Jwt = { header: JsonObject; payload: JsonObject; signature: string }

const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parse(token: string): Jwt | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.')
  try {
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject
    return { header: read(header), payload: read(payload), signature }
  } catch {
    return undefined
  }
}

/** Ways to forge a token from an issued one. */
const FORGERIES: Record<string, (jwt: Jwt, key: string) => string> = {
  'alg none': ({ payload }) => `${part({ alg: 'none', typ: 'at+jwt' })}.${part(payload)}.`,
  'alg None': ({ header, payload }) => `${part({ ...header, alg: 'nOnE' })}.${part(payload)}.`,
  'no signature': ({ header, payload }) => `${part(header)}.${part(payload)}.`,
  'HS256 with the public key': ({ header, payload }, key) => {
    const text = `${part({ ...header, alg: 'HS256' })}.${part(payload)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  },
  'changed scope': ({ header, payload, signature }) =>
    `${part(header)}.${part({ ...payload, scope: 'organization:admin' })}.${signature}`,
  'changed subject': ({ header, payload, signature }) =>
    `${part(header)}.${part({ ...payload, sub: 'user_1' })}.${signature}`,
  'later expiry': ({ header, payload, signature }) =>
    `${part(header)}.${part({ ...payload, exp: 4_102_444_800 })}.${signature}`,
  'unknown kid': ({ header, payload, signature }) =>
    `${part({ ...header, kid: 'nobody' })}.${part(payload)}.${signature}`,
  'path as kid': ({ header, payload, signature }) =>
    `${part({ ...header, kid: '../../../../dev/null' })}.${part(payload)}.${signature}`,
  'SQL as kid': ({ header, payload, signature }) =>
    `${part({ ...header, kid: "' OR '1'='1" })}.${part(payload)}.${signature}`,
  'a key of its own': ({ header, payload, signature }) =>
    `${part({ ...header, jwk: { kty: 'oct', k: 'AA' } })}.${part(payload)}.${signature}`,
  'a key set of its own': ({ header, payload, signature }) =>
    `${part({ ...header, jku: 'https://attacker.example/jwks' })}.${part(payload)}.${signature}`,
  'unknown crit': ({ header, payload, signature }) =>
    `${part({ ...header, crit: ['unknown'] })}.${part(payload)}.${signature}`,
  'a signature of another length': ({ header, payload, signature }) =>
    `${part(header)}.${part(payload)}.${signature.slice(0, -4)}`,
}

/** The API accepts only tokens that its issuer signed. */
export const oauthForgedTokenRejected: OAuthRule = (agent) => {
  /** The text that a careless server would use as the secret: the key set. */
  const keysOf = async (context: CheckContext): Promise<string> => {
    const { document } = await agent.metadata(context)
    if (typeof document.jwks_uri !== 'string') return ''
    const { json, body } = await context.elsewhere('GET', document.jwks_uri, {})
    const keys = isObject(json as Json) ? (json as JsonObject).keys : undefined
    const [first] = Array.isArray(keys) ? keys.filter(isObject) : []
    if (first === undefined) return body.toString()
    return createPublicKey({ key: first as JsonWebKey, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString()
  }
  return rule(
    definitionOf('oauth-forged-token-rejected'),
    Object.fromEntries(
      Object.entries(FORGERIES).map(([name, forge]) => [
        name,
        async (context: CheckContext) => {
          const { read } = agent.settings
          if (read === undefined)
            return context.notObserved({ code: 'unset', what: 'a request for the token', key: 'oauth.read' })
          const { response, exchange } = await agent.tokens(context)
          const jwt = parse(String(response.access_token))
          if (jwt === undefined) return context.notObserved({ code: 'not-jwt' })
          const called = await context.sendRaw('GET', read, {
            identity: null,
            headers: { Authorization: `Bearer ${forge(jwt, await keysOf(context))}` },
          })
          if (called.status !== 401)
            broken(
              context,
              called,
              {
                code: 'wrong-status',
                subject: `a token with ${name}`,
                received: called.status,
                expected: 401,
              },
              [exchange],
            )
        },
      ]),
    ),
  )
}
