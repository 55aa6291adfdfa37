import { readHeader } from '../../../openapi/headers.ts'
import type { CheckContext } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import type { OAuthAgent } from '../agent.ts'
import { formsIn } from '../forms.ts'
import { broken, type OAuthRule, rule } from './attack.ts'

/** Only the person decides: no other site, no frame, no second click of an expired page. */
export const oauthConsentProtected: OAuthRule = (agent) =>
  rule(definitionOf('oauth-consent-protected'), {
    async framing(context) {
      const { exchange } = await pageOfConsent(agent, context)
      const policy = readHeader(exchange.headers, 'content-security-policy') ?? ''
      const frame = readHeader(exchange.headers, 'x-frame-options') ?? ''
      if (!/frame-ancestors/i.test(policy) && !/deny|sameorigin/i.test(frame))
        broken(context, exchange, { code: 'page-may-be-framed' })
      if (!/no-store/i.test(readHeader(exchange.headers, 'cache-control') ?? ''))
        broken(context, exchange, { code: 'response-cached', subject: 'the consent page' })
    },
    async 'a form of another site'(context) {
      const { exchange, cookie } = await pageOfConsent(agent, context)
      const form = formsIn(exchange.body.toString()).find(({ method }) => method === 'POST')
      if (form === undefined)
        return context.notObserved({ code: 'absent', from: 'the page of consent', what: 'form' })
      const url = new URL(form.action === '' ? exchange.url : form.action, exchange.url).href
      const body = new URLSearchParams()
      // Another site knows the fields, and not the secrets in the hidden ones.
      for (const { name, value, type } of form.fields) if (type !== 'hidden') body.append(name, value)
      const button = form.buttons.at(-1)
      if (button !== undefined) body.append(button.name, button.value)
      const response = await context.elsewhere('POST', url, {
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Cookie: cookie,
          Origin: 'https://attacker.example',
        },
        body: body.toString(),
      })
      if (/[?&]code=/.test(readHeader(response.headers, 'location') ?? ''))
        broken(
          context,
          response,
          {
            code: 'code-issued',
            subject: 'a form of another site, without its hidden token',
            expected: 'an error',
          },
          [exchange],
        )
    },
  })

/** Requested explicitly: a server may remember earlier consent (OpenID Connect Core, 3.1.2.1, "prompt"). */
async function pageOfConsent(agent: OAuthAgent, context: CheckContext) {
  const asked = (query: URLSearchParams) => query.set('prompt', 'consent')
  const page = await agent.authorize(context, agent.settings.client, asked, { stopAt: 'consent' })
  if (page.response !== undefined || page.exchange.status >= 400)
    return context.notObserved({
      code: 'no-consent-page',
      instead: String(page.response?.get('error') ?? page.exchange.status),
    })
  return page
}
