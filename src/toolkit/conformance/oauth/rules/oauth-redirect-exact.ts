import { readHeader } from '../../../openapi/headers.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { broken, type OAuthRule, rule } from './attack.ts'

/** An attacker who can choose the target of a code has the account. */
export const oauthRedirectExact: OAuthRule = (agent) => {
  const { client } = agent.settings
  const variants: Record<string, (uri: string) => string> = {
    'another host': () => 'https://attacker.example/callback',
    'a longer path': (uri) => `${uri}/extra`,
    'a trailing slash': (uri) => (uri.endsWith('/') ? uri.slice(0, -1) : `${uri}/`),
    'a query': (uri) => `${uri}?next=https://attacker.example`,
    'a fragment': (uri) => `${uri}#x`,
    'a user name': (uri) => uri.replace('://', '://attacker@'),
    'a host behind the host': (uri) => uri.replace(/(:\/\/[^/:]+)/, '$1.attacker.example'),
    'an encoded path': (uri) =>
      uri.replace(
        /\/([a-z])([^/]*)$/,
        (_, first: string, rest: string) => `/%${first.charCodeAt(0).toString(16)}${rest}`,
      ),
    'other letters': (uri) =>
      uri.replace(/\/([a-z])([^/]*)$/, (_, first: string, rest: string) => `/${first.toUpperCase()}${rest}`),
    'another scheme': (uri) => uri.replace(/^https?:/, uri.startsWith('https:') ? 'http:' : 'https:'),
    'steps upwards': (uri) => uri.replace(/\/([^/]*)$/, '/x/../$1'),
  }
  return rule(definitionOf('oauth-redirect-exact'), {
    ...Object.fromEntries(
      Object.entries(variants).map(([name, change]) => [
        name,
        async (context: Parameters<typeof agent.metadata>[0]) => {
          const uri = change(client.redirectUri)
          if (uri === client.redirectUri)
            return context.notObserved({ code: 'absent', from: 'this redirect URI', what: 'such variant' })
          const { exchange, response } = await agent.authorize(context, client, (query) =>
            query.set('redirect_uri', uri),
          )
          const location = readHeader(exchange.headers, 'location')
          if (response !== undefined)
            broken(context, exchange, {
              code: 'redirect-issued',
              subject: `the redirect_uri ${uri}`,
              received: location?.split('?', 1)[0],
            })
        },
      ]),
    ),
    async 'unknown client'(context) {
      const { exchange, response } = await agent.authorize(context, { ...client, id: 'nobody' })
      if (response !== undefined)
        broken(context, exchange, {
          code: 'redirect-issued',
          subject: 'an unknown client',
          received: undefined,
        })
      if (exchange.status < 400)
        broken(context, exchange, {
          code: 'wrong-status',
          subject: 'an unknown client',
          received: exchange.status,
          expected: 'an error page with 4xx',
        })
    },
    async 'a token in the redirect'(context) {
      const { exchange, response } = await agent.authorize(context, client, (query) =>
        query.set('response_type', 'token'),
      )
      const location = readHeader(exchange.headers, 'location') ?? ''
      if (/access_token=/.test(location) || response?.get('code'))
        broken(context, exchange, {
          code: 'token-issued',
          subject: 'a success for response_type=token',
          expected: 'unsupported_response_type',
        })
    },
    async 'two states'(context) {
      const { exchange, response } = await agent.authorize(context, client, (query) =>
        query.append('state', 'second'),
      )
      if (response?.get('code'))
        broken(context, exchange, {
          code: 'code-issued',
          subject: 'a request with two states',
          expected: 'invalid_request',
        })
    },
  })
}
