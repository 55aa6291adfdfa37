import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { challengeOf } from '../agent.ts'
import { broken, expectError, type OAuthRule, rule } from './attack.ts'

const GRANT = ['invalid_grant']

/** A code is for one client, one redirect URI and one use. A replay revokes the tokens that it gave. */
export const oauthCodeSingleUse: OAuthRule = (agent) => {
  const { client, other, publicClient } = agent.settings
  return rule(definitionOf('oauth-code-single-use'), {
    async replay(context) {
      const code = await agent.code(context)
      const first = await agent.redeem(context, code)
      if (first.status !== 200)
        return context.notObserved({ code: 'rejected', what: 'the first use', status: first.status })
      expectError(context, await agent.redeem(context, code), GRANT, 'a code that was used before', [first])
      const { read } = agent.settings
      const token = isObject(first.json as Json) ? (first.json as JsonObject).access_token : undefined
      if (read === undefined) return
      const called = await context.sendRaw('GET', read, {
        identity: null,
        headers: { Authorization: `Bearer ${token}` },
      })
      if (called.status < 300)
        broken(context, called, { code: 'token-still-valid', subject: 'a code that was replayed' }, [first])
    },
    async 'parallel uses'(context) {
      const code = await agent.code(context)
      const responses = await Promise.all(Array.from({ length: 8 }, () => agent.redeem(context, code)))
      const good = responses.filter(({ status }) => status === 200)
      const [one] = good
      if (good.length > 1 && one !== undefined)
        broken(context, one, { code: 'code-used-repeatedly', received: good.length }, good.slice(1, 2))
    },
    async 'another client'(context) {
      if (other === undefined)
        return context.notObserved({
          code: 'unconfigured',
          what: 'second confidential client',
          key: 'oauth.clients',
        })
      const code = await agent.code(context)
      expectError(
        context,
        await agent.redeem(context, code, other, { redirect_uri: client.redirectUri }),
        GRANT,
        "another client's code",
      )
    },
    async 'another redirect URI'(context) {
      const code = await agent.code(context)
      const redirect_uri = `${client.redirectUri}/other`
      expectError(
        context,
        await agent.redeem(context, code, client, { redirect_uri }),
        ['invalid_grant', 'invalid_request'],
        'another redirect_uri than before',
      )
    },
    async 'no verifier'(context) {
      const code = await agent.code(context)
      expectError(
        context,
        await agent.redeem(context, code, client, { code_verifier: '' }),
        ['invalid_grant', 'invalid_request'],
        'a code with a challenge and no verifier',
      )
    },
    async 'another verifier'(context) {
      const code = await agent.code(context)
      expectError(
        context,
        await agent.redeem(context, { ...code, verifier: 'a'.repeat(50) }),
        ['invalid_grant', 'invalid_request'],
        'another verifier',
      )
    },
    async 'the challenge as verifier'(context) {
      const code = await agent.code(context)
      expectError(
        context,
        await agent.redeem(context, { ...code, verifier: challengeOf(code.verifier) }),
        ['invalid_grant', 'invalid_request'],
        'the challenge in place of the verifier',
      )
    },
    async 'plain challenge'(context) {
      const { response, exchange } = await agent.authorize(context, client, (query) =>
        query.set('code_challenge_method', 'plain'),
      )
      if (response?.get('code'))
        broken(context, exchange, {
          code: 'code-issued',
          subject: 'the challenge method "plain"',
          expected: 'an error for every method but S256',
        })
    },
    async 'no method'(context) {
      // Left out, it means plain (RFC 7636, 4.3).
      const { response, exchange } = await agent.authorize(context, client, (query) =>
        query.delete('code_challenge_method'),
      )
      if (response?.get('code'))
        broken(context, exchange, {
          code: 'code-issued',
          subject: 'a challenge without a method, which means "plain"',
          expected: 'an error for every method but S256',
        })
    },
    async 'public client without PKCE'(context) {
      if (publicClient === undefined)
        return context.notObserved({ code: 'unconfigured', what: 'public client', key: 'oauth.clients' })
      const { response, exchange } = await agent.authorize(context, publicClient, (query) => {
        query.delete('code_challenge')
        query.delete('code_challenge_method')
      })
      if (response?.get('code'))
        broken(context, exchange, {
          code: 'code-issued',
          subject: 'a public client that sent no challenge',
          expected: 'an error',
        })
    },
    async downgrade(context) {
      const plain = await agent.authorize(context, client, (query) => {
        query.delete('code_challenge')
        query.delete('code_challenge_method')
      })
      const code = plain.response?.get('code')
      if (code === null || code === undefined) return context.notObserved({ code: 'challenge-required' })
      expectError(
        context,
        await agent.redeem(context, { ...plain, code }),
        ['invalid_grant', 'invalid_request'],
        'a verifier for a code without a challenge (PKCE downgrade)',
      )
    },
  })
}
