/** GET /: what a person finds who opens the address of the server. */
import { html } from './html.ts'
import type { PageHandler } from './page.ts'

export const getHome: PageHandler = async ({ context, environment, session }) => {
  const { apiRoot } = context.addresses()
  const content = html`<h1>Prompt Service</h1>
<p class="soft">Prompts and their versions, executions, evaluations and reports, for programs. This is its ${environment} environment.</p>
<p><a class="button main" href="/settings">${session ? 'Settings' : 'Sign in'}</a></p>
<p class="soft small">API keys, applications, members and the plan of your organization.</p>
<dl>
<dt>Service API</dt><dd><code>${apiRoot}/v1</code></dd>
<dt>OAuth 2.0 discovery</dt><dd><a href="/.well-known/oauth-authorization-server"><code>/.well-known/oauth-authorization-server</code></a></dd>
</dl>`
  return { kind: 'page', status: 200, title: 'Welcome', content }
}
