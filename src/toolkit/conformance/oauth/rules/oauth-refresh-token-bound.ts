import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, expectError, isStored, type OAuthRule, rule } from './attack.ts'

/** A refresh token prolongs what was granted, for its client, and never widens it. */
export const oauthRefreshTokenBound: OAuthRule = (agent) => {
  const { client, other, publicClient, scopes } = agent.settings
  const refresh = async (
    context: CheckContext,
    token: unknown,
    by = client,
    more: Record<string, string> = {},
  ) => {
    const { document } = await agent.metadata(context)
    return agent.post(
      context,
      document.token_endpoint,
      {
        grant_type: 'refresh_token',
        refresh_token: String(token),
        ...(by.secret === undefined && { client_id: by.id }),
        ...more,
      },
      by,
    )
  }
  const granted = async (context: CheckContext, by = client) => {
    const { response, exchange } = await agent.tokens(context, by)
    if (typeof response.refresh_token !== 'string')
      return context.notObserved({
        code: 'absent',
        from: 'the response of the code flow',
        what: 'refresh token',
      })
    // Without `scope` in the response, all requested scopes are granted (RFC 6749, 5.1).
    const scope = typeof response.scope === 'string' ? response.scope.split(' ') : scopes
    return { token: response.refresh_token, exchange, scope }
  }
  return rule(definitionOf('oauth-refresh-token-bound'), {
    async refresh(context) {
      const { token, exchange } = await granted(context)
      const next = await refresh(context, token)
      if (next.status !== 200)
        return broken(
          context,
          next,
          { code: 'wrong-status', subject: 'a refresh', received: next.status, expected: 'tokens' },
          [exchange],
        )
      if (isStored(next)) broken(context, next, { code: 'response-cached', subject: 'tokens' })
      if (!isObject(next.json as Json) || typeof (next.json as JsonObject).access_token !== 'string')
        broken(context, next, { code: 'token-missing', subject: 'access_token' })
    },
    async 'another client'(context) {
      if (other === undefined)
        return context.notObserved({
          code: 'unconfigured',
          what: 'second confidential client',
          key: 'oauth.clients',
        })
      const { token, exchange } = await granted(context)
      expectError(
        context,
        await refresh(context, token, other),
        ['invalid_grant'],
        "another client's refresh token",
        [exchange],
      )
      const still = await refresh(context, token)
      if (still.status !== 200)
        broken(
          context,
          still,
          {
            code: 'wrong-status',
            subject: "the owner's refresh after an attempt of another client",
            received: still.status,
            expected: 'tokens',
          },
          [exchange],
        )
    },
    async 'wider scope'(context) {
      const { token, exchange, scope: before } = await granted(context)
      const { document } = await agent.metadata(context)
      const all = Array.isArray(document.scopes_supported) ? document.scopes_supported.map(String) : []
      const wider = all.find((scope) => !before.includes(scope))
      if (wider === undefined || before.length === 0)
        return context.notObserved({
          code: 'unset',
          what: 'a scope that was not granted',
          key: 'oauth.scopes',
        })
      const response = await refresh(context, token, client, { scope: [...before, wider].join(' ') })
      const given = isObject(response.json as Json) ? String((response.json as JsonObject).scope ?? '') : ''
      if (response.status === 200 && given.split(' ').includes(wider))
        broken(context, response, { code: 'scope-not-granted', received: wider }, [exchange])
      else if (response.status !== 200)
        expectError(context, response, ['invalid_scope'], 'a scope that was not granted', [exchange])
    },
    async 'narrower scope'(context) {
      const { token, exchange, scope: all } = await granted(context)
      const [first] = all
      if (all.length < 2 || first === undefined)
        return context.notObserved({ code: 'too-few', what: 'granted scopes', key: 'oauth.scopes' })
      const narrow = await refresh(context, token, client, { scope: first })
      const given = isObject(narrow.json as Json) ? (narrow.json as JsonObject) : {}
      if (narrow.status !== 200)
        return broken(
          context,
          narrow,
          {
            code: 'wrong-status',
            subject: 'a refresh with a narrower scope',
            received: narrow.status,
            expected: 'tokens',
          },
          [exchange],
        )
      if (given.scope !== undefined && given.scope !== first)
        broken(
          context,
          narrow,
          { code: 'wrong-parameter', subject: 'scope', received: given.scope, expected: first },
          [exchange],
        )
      const again = await refresh(context, given.refresh_token ?? token)
      const whole = isObject(again.json as Json)
        ? String((again.json as JsonObject).scope ?? all.join(' '))
        : ''
      if (again.status === 200 && !all.every((scope) => whole.split(' ').includes(scope)))
        broken(
          context,
          again,
          {
            code: 'unsuitable-value',
            subject: 'the scope after a narrower refresh',
            received: whole,
            expected: 'the whole grant',
          },
          [exchange, narrow],
        )
    },
    async 'used twice'(context) {
      if (publicClient === undefined)
        return context.notObserved({ code: 'unconfigured', what: 'public client', key: 'oauth.clients' })
      const { token, exchange } = await granted(context, publicClient)
      const second = await refresh(context, token, publicClient)
      const next = isObject(second.json as Json) ? (second.json as JsonObject).refresh_token : undefined
      if (second.status !== 200)
        return broken(
          context,
          second,
          {
            code: 'wrong-status',
            subject: 'the first refresh',
            received: second.status,
            expected: 'tokens',
          },
          [exchange],
        )
      if (typeof next !== 'string' || next === token)
        return broken(context, second, { code: 'refresh-token-not-rotated' }, [exchange])
      const third = await refresh(context, next, publicClient)
      if (third.status !== 200)
        return context.notObserved({ code: 'rejected', what: 'the successor', status: third.status })
      const replayed = await refresh(context, token, publicClient)
      expectError(context, replayed, ['invalid_grant'], 'a refresh token whose successor was used', [
        exchange,
        second,
        third,
      ])
      const newest = isObject(third.json as Json) ? (third.json as JsonObject).refresh_token : undefined
      if (replayed.status >= 400 && typeof newest === 'string')
        expectError(
          context,
          await refresh(context, newest, publicClient),
          ['invalid_grant'],
          'the newest refresh token of a family that was replayed',
          [exchange, replayed],
        )
    },
  })
}
