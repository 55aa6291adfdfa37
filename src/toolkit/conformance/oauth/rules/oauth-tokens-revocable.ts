import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, expectError, type OAuthRule, rule } from './attack.ts'

/** Revocation ends a token, and introspection shows whether it is active. */
export const oauthTokensRevocable: OAuthRule = (agent) => {
  const { client, other } = agent.settings
  const introspect = async (context: CheckContext, token: unknown, by = client) => {
    const { document } = await agent.metadata(context)
    if (typeof document.introspection_endpoint !== 'string')
      return context.notObserved({
        code: 'absent',
        from: 'the metadata of the server',
        what: 'introspection_endpoint',
      })
    return agent.post(context, document.introspection_endpoint, { token: String(token) }, by)
  }
  const revoke = async (context: CheckContext, token: unknown, by = client) => {
    const { document } = await agent.metadata(context)
    if (typeof document.revocation_endpoint !== 'string')
      return context.notObserved({
        code: 'absent',
        from: 'the metadata of the server',
        what: 'revocation_endpoint',
      })
    return agent.post(context, document.revocation_endpoint, { token: String(token) }, by)
  }
  const active = ({ json }: { json: unknown }) => isObject(json as Json) && (json as JsonObject).active
  const refreshed = async (context: CheckContext, token: unknown) => {
    const { document } = await agent.metadata(context)
    return agent.post(
      context,
      document.token_endpoint,
      { grant_type: 'refresh_token', refresh_token: String(token) },
      client,
    )
  }
  return rule(definitionOf('oauth-tokens-revocable'), {
    async introspection(context) {
      const { response, exchange } = await agent.tokens(context)
      const reported = await introspect(context, response.access_token)
      if (active(reported) !== true)
        broken(
          context,
          reported,
          {
            code: 'wrong-introspection',
            subject: 'a fresh token',
            received: reported.body.toString().slice(0, 100),
            expected: 'active: true',
          },
          [exchange],
        )
      const scope = isObject(reported.json as Json) ? (reported.json as JsonObject).scope : undefined
      if (scope !== undefined && response.scope !== undefined && scope !== response.scope)
        broken(
          context,
          reported,
          { code: 'wrong-parameter', subject: 'scope', received: scope, expected: response.scope },
          [exchange],
        )
      const unknown = await introspect(context, 'no-such-token')
      if (
        unknown.status !== 200 ||
        active(unknown) !== false ||
        Object.keys(unknown.json as object).length > 1
      )
        broken(context, unknown, {
          code: 'wrong-introspection',
          subject: 'an unknown token',
          received: `${unknown.status} ${unknown.body.toString().slice(0, 100)}`,
          expected: '200 and only {"active":false}',
        })
    },
    async 'introspection without authentication'(context) {
      const { document } = await agent.metadata(context)
      if (typeof document.introspection_endpoint !== 'string')
        return context.notObserved({
          code: 'absent',
          from: 'the metadata of the server',
          what: 'introspection_endpoint',
        })
      const { response } = await agent.tokens(context)
      const reported = await agent.post(context, document.introspection_endpoint, {
        token: String(response.access_token),
      })
      if (reported.status < 400)
        broken(context, reported, {
          code: 'wrong-status',
          subject: 'introspection without a credential',
          received: reported.status,
          expected: '401 (RFC 7662, 2.1)',
        })
    },
    async revocation(context) {
      const { response, exchange } = await agent.tokens(context)
      const done = await revoke(context, response.refresh_token ?? response.access_token)
      if (done.status !== 200)
        broken(
          context,
          done,
          { code: 'wrong-status', subject: 'a revocation', received: done.status, expected: 200 },
          [exchange],
        )
      if (typeof response.refresh_token === 'string')
        expectError(
          context,
          await refreshed(context, response.refresh_token),
          ['invalid_grant'],
          'a revoked refresh token',
          [exchange, done],
        )
      const reported = await introspect(context, response.refresh_token ?? response.access_token)
      if (active(reported) !== false)
        broken(
          context,
          reported,
          {
            code: 'wrong-introspection',
            subject: 'a revoked token',
            received: reported.body.toString().slice(0, 100),
            expected: 'active: false',
          },
          [exchange, done],
        )
      const { read } = agent.settings
      if (read === undefined || typeof response.refresh_token !== 'string') return
      const called = await context.sendRaw('GET', read, {
        identity: null,
        headers: { Authorization: `Bearer ${response.access_token}` },
      })
      if (called.status < 300)
        broken(context, called, { code: 'token-still-valid', subject: 'a revoked grant' }, [exchange, done])
    },
    async 'revocation of an unknown token'(context) {
      const done = await revoke(context, 'no-such-token')
      if (done.status !== 200)
        broken(context, done, {
          code: 'wrong-status',
          subject: 'the revocation of an unknown token',
          received: done.status,
          expected: '200 (RFC 7009, 2.2)',
        })
    },
    async "revocation of another's token"(context) {
      if (other === undefined)
        return context.notObserved({
          code: 'unconfigured',
          what: 'second confidential client',
          key: 'oauth.clients',
        })
      const { response, exchange } = await agent.tokens(context)
      if (typeof response.refresh_token !== 'string')
        return context.notObserved({
          code: 'absent',
          from: 'the response of the code flow',
          what: 'refresh token',
        })
      const done = await revoke(context, response.refresh_token, other)
      const still = await refreshed(context, response.refresh_token)
      if (still.status !== 200)
        broken(
          context,
          still,
          {
            code: 'wrong-status',
            subject: 'a refresh after another client revoked the token',
            received: still.status,
            expected: 'tokens',
          },
          [exchange, done],
        )
    },
  })
}
