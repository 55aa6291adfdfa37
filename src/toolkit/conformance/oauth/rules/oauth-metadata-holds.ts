import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { show } from '../../../schema/problem.ts'
import { broken, type OAuthRule, rule } from './attack.ts'

/** `code id_token` and `none` are others: an ID token opens no API. */
const givesAccessToken = (type: Json): boolean => String(type).split(' ').includes('token')

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']

/** What the server says of itself is true, and no key of it is given away. */
export const oauthMetadataHolds: OAuthRule = (agent) =>
  rule(
    {
      id: 'oauth-metadata-holds',
      title: 'The metadata name their issuer, safe methods alone, and public keys alone.',
      basis: 'RFC 8414, 2 and 3.3; RFC 9700, 2.1; RFC 7517, 4',
    },
    {
      async metadata(context) {
        const { document, exchange } = await agent.metadata(context)
        if (document.issuer !== agent.settings.issuer)
          broken(
            context,
            exchange,
            `received the issuer ${show(document.issuer)}, expected ${show(agent.settings.issuer)}`,
          )
        const methods = document.code_challenge_methods_supported as Json
        if (!Array.isArray(methods) || !methods.includes('S256'))
          broken(
            context,
            exchange,
            `received ${show(methods)} as challenge methods, expected S256 among them`,
          )
        if (Array.isArray(methods) && methods.includes('plain'))
          broken(context, exchange, 'received "plain" among the challenge methods, expected S256 alone')
        const types = document.response_types_supported as Json
        if (!Array.isArray(types) || types.some(givesAccessToken))
          broken(
            context,
            exchange,
            `received ${show(types)} as response types, expected none that gives access tokens to a browser`,
          )
        for (const name of ['authorization_endpoint', 'token_endpoint'])
          if (typeof document[name] !== 'string' || !URL.canParse(String(document[name])))
            broken(context, exchange, `received ${show(document[name])} as ${name}, expected a URL`)
      },
      async keys(context) {
        const { document } = await agent.metadata(context)
        if (typeof document.jwks_uri !== 'string') return context.notObserved('the metadata name no jwks_uri')
        const exchange = await context.elsewhere('GET', document.jwks_uri, {})
        const keys = isObject(exchange.json as Json) ? (exchange.json as JsonObject).keys : undefined
        if (exchange.status !== 200 || !Array.isArray(keys) || keys.length === 0)
          return broken(
            context,
            exchange,
            `received ${exchange.status} without keys, expected the public keys`,
          )
        for (const key of keys.filter(isObject)) {
          const given = PRIVATE.filter((name) => key[name] !== undefined)
          if (given.length > 0)
            broken(context, exchange, `received the private members ${given.join(', ')} of a key`)
          if (typeof key.kid !== 'string')
            broken(context, exchange, 'received a key without kid, expected one to choose it by')
        }
      },
    },
  )
