import { show } from '../../../schema/problem.ts'
import { broken, expectError, isKept, type OAuthRule, rule } from './attack.ts'

/** Authorization code with PKCE, from the first redirect to an API call. */
export const oauthCodeFlowHolds: OAuthRule = (agent) =>
  rule(
    {
      id: 'oauth-code-flow-holds',
      title:
        'A person signs in, and the client gets a code, its own state, the issuer, and tokens that work.',
      basis: 'RFC 6749, 4.1 and 5.1; RFC 7636; RFC 9207; RFC 9700, 4.12',
    },
    {
      async 'state and issuer'(context) {
        const { document } = await agent.metadata(context)
        const { answer, state, exchange } = await agent.code(context)
        if (answer?.get('state') !== state)
          broken(
            context,
            exchange,
            `received the state ${show(answer?.get('state'))}, expected ${show(state)} to the letter`,
          )
        if (
          document.authorization_response_iss_parameter_supported === true &&
          answer?.get('iss') !== document.issuer
        )
          broken(
            context,
            exchange,
            `received the iss ${show(answer?.get('iss'))}, expected ${show(document.issuer)}`,
          )
        if (![302, 303].includes(exchange.status))
          broken(
            context,
            exchange,
            `received the redirect ${exchange.status}, expected 303: another makes the browser post again what the person typed`,
          )
      },
      async 'issuer and state on errors'(context) {
        const { document } = await agent.metadata(context)
        const { answer, state, exchange } = await agent.authorize(context, agent.settings.client, (query) =>
          query.set('scope', 'no-such-scope'),
        )
        if (answer === undefined) return context.notObserved('an unknown scope is answered with a page')
        // A server may ignore what it does not know (RFC 6749, 3.3), and then has nothing to grant, or a default.
        const error = answer.get('error')
        if (error !== null && error !== 'invalid_scope' && error !== 'access_denied')
          broken(context, exchange, `received ${show(error)} for an unknown scope, expected "invalid_scope"`)
        if (answer.get('state') !== state)
          broken(context, exchange, 'received an answer to an unknown scope without the state that was sent')
        if (
          document.authorization_response_iss_parameter_supported === true &&
          answer.get('iss') !== document.issuer
        )
          broken(
            context,
            exchange,
            `received the iss ${show(answer.get('iss'))} with an error, expected ${show(document.issuer)}`,
          )
      },
      async tokens(context) {
        const { answer, exchange } = await agent.tokens(context)
        if (!/^bearer$/i.test(String(answer.token_type)))
          broken(context, exchange, `received the token_type ${show(answer.token_type)}, expected "Bearer"`)
        if (typeof answer.expires_in !== 'number' || answer.expires_in <= 0)
          broken(context, exchange, `received expires_in ${show(answer.expires_in)}, expected seconds`)
        if (isKept(exchange)) broken(context, exchange, 'received tokens without Cache-Control: no-store')
        const wanted = agent.settings.scopes
        const scope = String(answer.scope ?? '')
          .split(' ')
          .filter((one) => one !== '')
        const wider = scope.filter((one) => wanted.length > 0 && !wanted.includes(one))
        if (wider.length > 0)
          broken(context, exchange, `received the scopes ${wider.join(' ')}, which were not asked for`)
        const { read } = agent.settings
        if (read === undefined) return
        const called = await context.sendRaw('GET', read, {
          identity: null,
          headers: { Authorization: `Bearer ${answer.access_token}` },
        })
        if (called.status >= 300)
          broken(context, called, `received ${called.status} from the API for a fresh access token`, [
            exchange,
          ])
      },
      async 'errors are not kept'(context) {
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
          'a code that nobody was given',
        )
        if (isKept(exchange))
          broken(context, exchange, 'received an error of the token endpoint without Cache-Control: no-store')
      },
    },
  )
