import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defectsOf } from '../../harness/accessibility.ts'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'
import { createReceiver, type Receiver, respondWith } from '../../harness/receiver.ts'
import { demand } from '../../harness/responses.ts'
import { type Fixture, greeting, openFixture } from '../features/evaluations/fixture.ts'
import { letSignIn, PASSWORD } from '../features/oauth/fixture.ts'
import { Visitor } from '../features/oauth/visitor.ts'

const HOSTILE = '<script>alert(1)</script>'

let fixture: Fixture
let receiver: Receiver
let owner: Visitor
let stranger: Visitor
let promptId: string
let evaluationId: string
let webhookId: string
let eventId: string

beforeAll(async () => {
  receiver = await createReceiver()
  fixture = await openFixture({ webhookCa: receiver.ca })
  const { server, api } = fixture
  receiver.script(respondWith(500, `no ${HOSTILE}`), respondWith(200, 'thanks'))
  const hook = { url: receiver.url('/prompts'), events: ['prompt.created' as const] }
  webhookId = (await demand(api.POST('/webhooks', { body: hook }))).id
  const content = `Hello {{name}}\nFirst line\n${HOSTILE}`
  promptId = (await fixture.prompt(content)).id
  await server.services.jobs.idle()
  await server.clock.advance(60_000)
  await server.services.jobs.idle()
  const path = { promptId }
  const changed = { content: 'Hello {{name}}\nSecond line of {{company}}' }
  await demand(api.PATCH('/prompts/{promptId}', { params: { path }, body: changed }))
  const body = { commitMessage: 'Names the company' }
  await demand(api.POST('/prompts/{promptId}/versions', { params: { path }, body }))
  const label = { path: { promptId, label: 'live' } }
  await demand(api.PUT('/prompts/{promptId}/labels/{label}', { params: label, body: { version: 2 } }))
  const items = [greeting('Ada'), greeting('Bob', { expectedOutput: HOSTILE })]
  const scorers = [{ type: 'equals' as const }]
  evaluationId = (await fixture.run(items, { scorers, name: 'Nightly greetings' })).id
  const params = { path: { webhookId } }
  const { deliveries } = await demand(api.GET('/webhooks/{webhookId}/deliveries', { params }))
  eventId = deliveries[0]?.eventId ?? ''
  owner = new Visitor(server)
  await owner.signIn()
  stranger = new Visitor(server)
  await stranger.signIn(server.b)
})
afterAll(async () => {
  await fixture?.close()
  await receiver?.close()
})

const text = async (path: string, visitor = owner) => {
  const response = await visitor.get(path)
  expect(response.status, path).toBe(200)
  return response.body.toString()
}

describe('the page of prompts', () => {
  it('lists prompts with their labels', async () => {
    const page = await text('/settings/prompts')
    expect(page).toContain(promptId)
    expect(page).toContain('live: 2')
    expect(page).toContain('version 2')
  })

  it('shows the versions and the changes of the last one', async () => {
    const page = await text(`/settings/prompts?prompt=${promptId}`)
    expect(page).toContain('Changes from version 1 to version 2')
    expect(page).toContain('Names the company')
    expect(page).toMatch(/<del>.*First line<\/del>/)
    expect(page).toMatch(/<ins>.*Second line of \{\{company\}\}<\/ins>/)
    expect(page).toContain('<strong>New variables</strong>: company')
    expect(page).not.toContain(HOSTILE)
  })

  it('compares the two versions of the address', async () => {
    const page = await text(`/settings/prompts?prompt=${promptId}&from=2&to=1`)
    expect(page).toMatch(/<ins>.*First line<\/ins>/)
    expect(await text(`/settings/prompts?prompt=${promptId}&from=2&to=draft`)).toContain(
      'The contents are identical.',
    )
  })
})

describe('the page of evaluations', () => {
  it('lists evaluations with their verdict and counts', async () => {
    const page = await text('/settings/evaluations')
    expect(page).toContain('Nightly greetings')
    expect(page).toContain('2 cases: ')
  })

  it('shows figures and results, of one status where wanted', async () => {
    const page = await text(`/settings/evaluations?evaluation=${evaluationId}`)
    expect([page.match(/<strong>Case \d/g)?.length, page.includes('<th scope="row">equals')]).toEqual([
      2,
      true,
    ])
    expect(page).not.toContain(HOSTILE)
    const counts = (await fixture.read(evaluationId)).resultCounts
    for (const status of ['passed', 'failed', 'errored'] as const) {
      const filtered = await text(`/settings/evaluations?evaluation=${evaluationId}&status=${status}`)
      expect(filtered.match(/<strong>Case \d/g)?.length ?? 0, status).toBe(counts[status])
    }
  })
})

describe('the page of webhooks', () => {
  it('lists webhooks', async () => {
    expect(await text('/settings/webhooks')).toContain(receiver.url('/prompts'))
  })

  it('shows the attempts of each delivery, with what the endpoint responded', async () => {
    const page = await text(`/settings/webhooks?webhook=${webhookId}`)
    expect(page).toContain('Attempt 1: HTTP 500')
    expect(page).toContain('Attempt 2: HTTP 200')
    expect(page).not.toContain(HOSTILE)
    const failed = await text(`/settings/webhooks?webhook=${webhookId}&status=failed`)
    expect([failed.includes('Attempt 1'), failed.includes('Attempt 2')]).toEqual([true, false])
    const other = await text(`/settings/webhooks?webhook=${webhookId}&event=evt_${'0'.repeat(26)}`)
    expect(other).toContain('There are no deliveries.')
    expect(await text(`/settings/webhooks?webhook=${webhookId}&event=${eventId}`)).toContain('Attempt 1')
  })
})

const details = () => [
  `/settings/prompts?prompt=${promptId}`,
  `/settings/evaluations?evaluation=${evaluationId}`,
  `/settings/webhooks?webhook=${webhookId}`,
]

describe('the read-only pages', () => {
  it('show nothing of another organization', async () => {
    const { a } = fixture.server
    for (const path of ['/settings/prompts', '/settings/evaluations', '/settings/webhooks']) {
      for (const address of [path, `${path}?organization=${a.id}`]) {
        expect(await text(address, stranger)).toMatch(/There are no (prompts|evaluations|webhooks)\./)
      }
    }
    for (const path of details()) {
      expect((await stranger.get(path)).status, path).toBe(404)
      expect((await stranger.get(`${path}&organization=${a.id}`)).status, path).toBe(404)
    }
  })

  it('lead to the sign-in page without a session, and to the list for an invalid address', async () => {
    for (const path of details()) {
      expect((await new Visitor(fixture.server).get(path)).header('location')).toBe('/oauth/sign-in')
      const invalid = await owner.get(`${path}&cursor=x`)
      expect([invalid.status, invalid.header('location')]).toEqual([
        303,
        `${path.split('?')[0]}?organization=${fixture.server.a.id}`,
      ])
    }
  })

  it('show a role only what it may see', async () => {
    const guest = await fixture.server.organization('enterprise')
    const viewer = new Visitor(fixture.server)
    await viewer.signIn(guest)
    await fixture.server.services.database.write((tx) =>
      tx.run("UPDATE memberships SET role = 'viewer' WHERE user_id = ?", guest.ownerId),
    )
    expect(await text('/settings/prompts', viewer)).toContain('There are no prompts.')
  })

  it('run no script', async () => {
    for (const path of details()) {
      const { headers, body } = await owner.get(path)
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(String(headers['content-security-policy'])).not.toContain('script-src')
      expect(body.toString()).not.toContain('<script')
    }
  })
})

describe.skipIf(browserMissing !== undefined)(
  `the read-only pages in a browser${browserMissing === undefined ? '' : `: ${browserMissing}`}`,
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser?.close())

    it.each(['light', 'dark'] as const)(
      'are accessible and fit a phone, in %s',
      { timeout: 60_000 },
      async (colorScheme) => {
        const { server } = fixture
        const email = await letSignIn(server, server.a)
        const viewport = { width: 320, height: 640 }
        const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, viewport })
        const page = await context.newPage()
        await page.goto(`${server.origin}/oauth/sign-in`)
        await page.getByLabel('E-mail address').fill(email)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.waitForURL('**/settings')
        for (const path of [
          '/settings/prompts',
          '/settings/evaluations',
          '/settings/webhooks',
          ...details(),
        ]) {
          await page.goto(server.origin + path)
          for (const summary of await page.locator('details > summary').all()) await summary.click()
          expect(await defectsOf(page), path).toEqual([])
        }
        await context.close()
      },
    )
  },
)
