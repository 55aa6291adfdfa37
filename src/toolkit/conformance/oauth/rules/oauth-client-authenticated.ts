import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { withOtherLetter } from '../../engine/identities.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, expectError, type OAuthRule, rule } from './attack.ts'

const GRANT = { grant_type: 'client_credentials' }

/** A client proves itself in one way, and one that cannot gets nothing in its own name. */
export const oauthClientAuthenticated: OAuthRule = (agent) => {
  const { client, publicClient } = agent.settings
  const secret = client.secret ?? ''
  const needsSecret = (context: Parameters<typeof agent.metadata>[0]) =>
    client.secret === undefined
      ? context.notObserved({ code: 'absent', from: 'the client', what: 'secret' })
      : undefined
  return rule(definitionOf('oauth-client-authenticated'), {
    async 'client credentials'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(context, document.token_endpoint, GRANT, client)
      if (exchange.status !== 200)
        return context.notObserved({
          code: 'returned',
          what: 'the request with client credentials',
          status: exchange.status,
        })
      const response = isObject(exchange.json as Json) ? (exchange.json as JsonObject) : {}
      if (response.refresh_token !== undefined)
        broken(context, exchange, {
          code: 'token-issued',
          subject: 'a refresh token with client credentials',
          expected: 'none (RFC 6749, 4.4.3)',
        })
      if (typeof response.access_token !== 'string')
        broken(context, exchange, { code: 'token-missing', subject: 'access_token' })
    },
    async 'secret in the form'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(context, document.token_endpoint, {
        ...GRANT,
        client_id: client.id,
        client_secret: secret,
      })
      const methods = document.token_endpoint_auth_methods_supported
      if (exchange.status !== 200 && Array.isArray(methods) && methods.includes('client_secret_post'))
        broken(context, exchange, {
          code: 'wrong-status',
          subject: 'client_secret_post, which the metadata declares',
          received: exchange.status,
          expected: 'a success',
        })
    },
    async 'two proofs together'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(
        context,
        document.token_endpoint,
        { ...GRANT, client_id: client.id, client_secret: secret },
        client,
      )
      expectError(context, exchange, ['invalid_request', 'invalid_client'], 'two proofs together')
    },
    async 'wrong secret'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(context, document.token_endpoint, GRANT, {
        ...client,
        secret: withOtherLetter(secret),
      })
      expectError(context, exchange, ['invalid_client'], 'a wrong secret')
      if (exchange.status !== 401 || !/basic/i.test(readHeader(exchange.headers, 'www-authenticate') ?? ''))
        broken(context, exchange, {
          code: 'wrong-challenge-of-client',
          subject: 'a wrong secret by Basic',
          received: exchange.status,
          expected: 401,
          details: { challenge: readHeader(exchange.headers, 'www-authenticate') },
        })
    },
    async 'no secret'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      expectError(
        context,
        await agent.post(context, document.token_endpoint, { ...GRANT, client_id: client.id }),
        ['invalid_client', 'invalid_request', 'unauthorized_client'],
        'a confidential client without a secret',
      )
    },
    async 'public client'(context) {
      if (publicClient === undefined)
        return context.notObserved({ code: 'unconfigured', what: 'public client', key: 'oauth.clients' })
      const { document } = await agent.metadata(context)
      expectError(
        context,
        await agent.post(context, document.token_endpoint, { ...GRANT, client_id: publicClient.id }),
        ['unauthorized_client', 'invalid_client', 'invalid_request'],
        'client credentials of a public client',
      )
    },
    async 'JSON in place of a form'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const basic = Buffer.from(`${client.id}:${secret}`).toString('base64')
      const exchange = await context.elsewhere('POST', document.token_endpoint, {
        headers: { 'Content-Type': 'application/json', Authorization: `Basic ${basic}` },
        body: JSON.stringify(GRANT),
      })
      if (exchange.status < 400 || exchange.status >= 500)
        broken(context, exchange, {
          code: 'wrong-status',
          subject: 'a JSON body',
          received: exchange.status,
          expected: 'an error response (RFC 6749, 4.4.2)',
        })
    },
    async 'a parameter twice'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(
        context,
        document.token_endpoint,
        [
          ['grant_type', 'client_credentials'],
          ['grant_type', 'client_credentials'],
        ],
        client,
      )
      expectError(context, exchange, ['invalid_request'], 'a parameter that is given twice')
    },
    async 'credentials in the query'(context) {
      needsSecret(context)
      const { document } = await agent.metadata(context)
      const query = new URLSearchParams({ ...GRANT, client_id: client.id, client_secret: secret })
      const exchange = await context.elsewhere('POST', `${document.token_endpoint}?${query}`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      if (exchange.status < 300)
        broken(context, exchange, {
          code: 'token-issued',
          subject: 'tokens for a secret in the query',
          expected: 'an error, because logs contain queries',
        })
    },
  })
}
