import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, type OAuthRule, rule } from './attack.ts'

/** `code id_token` and `none` are others: an ID token opens no API. */
const givesAccessToken = (type: Json): boolean => String(type).split(' ').includes('token')

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']

/** The server's metadata is true, and its key set contains no private key. */
export const oauthMetadataValid: OAuthRule = (agent) =>
  rule(definitionOf('oauth-metadata-valid'), {
    async metadata(context) {
      const { document, exchange } = await agent.metadata(context)
      if (document.issuer !== agent.settings.issuer)
        broken(context, exchange, {
          code: 'wrong-parameter',
          subject: 'issuer',
          received: document.issuer,
          expected: agent.settings.issuer,
        })
      const methods = document.code_challenge_methods_supported as Json
      if (!Array.isArray(methods) || !methods.includes('S256'))
        broken(context, exchange, {
          code: 'unsuitable-value',
          subject: 'code_challenge_methods_supported',
          received: methods,
          expected: 'a list that contains S256',
        })
      if (Array.isArray(methods) && methods.includes('plain'))
        broken(context, exchange, {
          code: 'unsuitable-value',
          subject: 'code_challenge_methods_supported',
          received: methods,
          expected: 'only S256',
        })
      const types = document.response_types_supported as Json
      if (!Array.isArray(types) || types.some(givesAccessToken))
        broken(context, exchange, {
          code: 'unsuitable-value',
          subject: 'response_types_supported',
          received: types,
          expected: 'none that returns access tokens to a browser',
        })
      for (const name of ['authorization_endpoint', 'token_endpoint'])
        if (typeof document[name] !== 'string' || !URL.canParse(String(document[name])))
          broken(context, exchange, {
            code: 'unsuitable-value',
            subject: name,
            received: document[name],
            expected: 'a URL',
          })
    },
    async keys(context) {
      const { document } = await agent.metadata(context)
      if (typeof document.jwks_uri !== 'string')
        return context.notObserved({ code: 'absent', from: 'the metadata of the server', what: 'jwks_uri' })
      const exchange = await context.elsewhere('GET', document.jwks_uri, {})
      const keys = isObject(exchange.json as Json) ? (exchange.json as JsonObject).keys : undefined
      if (exchange.status !== 200 || !Array.isArray(keys) || keys.length === 0)
        return broken(context, exchange, { code: 'keys-missing', received: exchange.status })
      for (const key of keys.filter(isObject)) {
        const given = PRIVATE.filter((name) => key[name] !== undefined)
        if (given.length > 0) broken(context, exchange, { code: 'private-key-published', received: given })
        if (typeof key.kid !== 'string') broken(context, exchange, { code: 'key-without-id' })
      }
    },
  })
