import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, expectError, isStored, type OAuthRule, rule } from './attack.ts'

/** Authorization code with PKCE, from the first redirect to an API call. */
export const oauthCodeFlowWorks: OAuthRule = (agent) =>
  rule(definitionOf('oauth-code-flow-works'), {
    async 'state and issuer'(context) {
      const { document } = await agent.metadata(context)
      const { response, state, exchange } = await agent.code(context)
      if (response?.get('state') !== state)
        broken(context, exchange, {
          code: 'wrong-parameter',
          subject: 'state',
          received: response?.get('state'),
          expected: state,
        })
      if (
        document.authorization_response_iss_parameter_supported === true &&
        response?.get('iss') !== document.issuer
      )
        broken(context, exchange, {
          code: 'wrong-parameter',
          subject: 'iss',
          received: response?.get('iss'),
          expected: document.issuer,
        })
      if (![302, 303].includes(exchange.status))
        broken(context, exchange, {
          code: 'wrong-redirect-status',
          received: exchange.status,
          expected: 303,
        })
    },
    async 'issuer and state on errors'(context) {
      const { document } = await agent.metadata(context)
      const { response, state, exchange } = await agent.authorize(context, agent.settings.client, (query) =>
        query.set('scope', 'no-such-scope'),
      )
      if (response === undefined) return context.notObserved({ code: 'allowed', what: 'an unknown scope' })
      // A server may ignore what it does not know (RFC 6749, 3.3), and then has nothing to grant, or a default.
      const error = response.get('error')
      if (error !== null && error !== 'invalid_scope' && error !== 'access_denied')
        broken(context, exchange, {
          code: 'wrong-error',
          subject: 'an unknown scope',
          received: error,
          expected: ['invalid_scope'],
        })
      if (response.get('state') !== state)
        broken(context, exchange, { code: 'state-missing', subject: 'an unknown scope' })
      if (
        document.authorization_response_iss_parameter_supported === true &&
        response.get('iss') !== document.issuer
      )
        broken(context, exchange, {
          code: 'wrong-parameter',
          subject: 'iss of an error',
          received: response.get('iss'),
          expected: document.issuer,
        })
    },
    async tokens(context) {
      const { response, exchange } = await agent.tokens(context)
      if (!/^bearer$/i.test(String(response.token_type)))
        broken(context, exchange, {
          code: 'wrong-parameter',
          subject: 'token_type',
          received: response.token_type,
          expected: 'Bearer',
        })
      if (typeof response.expires_in !== 'number' || response.expires_in <= 0)
        broken(context, exchange, {
          code: 'unsuitable-value',
          subject: 'expires_in',
          received: response.expires_in,
          expected: 'seconds',
        })
      if (isStored(exchange)) broken(context, exchange, { code: 'response-cached', subject: 'tokens' })
      const wanted = agent.settings.scopes
      const scope = String(response.scope ?? '')
        .split(' ')
        .filter((one) => one !== '')
      const wider = scope.filter((one) => wanted.length > 0 && !wanted.includes(one))
      if (wider.length > 0) broken(context, exchange, { code: 'scope-not-requested', received: wider })
      const { read } = agent.settings
      if (read === undefined) return
      const called = await context.sendRaw('GET', read, {
        identity: null,
        headers: { Authorization: `Bearer ${response.access_token}` },
      })
      if (called.status >= 300)
        broken(
          context,
          called,
          {
            code: 'wrong-status',
            subject: 'a fresh access token at the API',
            received: called.status,
            expected: 'a success',
          },
          [exchange],
        )
    },
    async 'errors are not cached'(context) {
      const { document } = await agent.metadata(context)
      const exchange = await agent.post(
        context,
        document.token_endpoint,
        { grant_type: 'authorization_code', code: 'none' },
        agent.settings.client,
      )
      expectError(
        context,
        exchange,
        ['invalid_grant', 'invalid_request', 'invalid_client'],
        'a code that was never issued',
      )
      if (isStored(exchange))
        broken(context, exchange, { code: 'response-cached', subject: 'an error of the token endpoint' })
    },
  })
