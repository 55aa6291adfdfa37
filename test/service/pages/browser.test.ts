import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserMissing, launchBrowser } from '../../harness/browser.ts'
import { createReceiver, type Receiver, respondWith } from '../../harness/receiver.ts'
import { startServer, type TestServer } from '../../harness/server.ts'
import { authorization, letSignIn, makeClient, PASSWORD, type TestClient } from '../features/oauth/fixture.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string | null
  help: string
  nodes: { target: unknown; failureSummary?: string }[]
}

/** The findings of the accessibility checker on the page, minor ones included. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `${axe}; axe.run(document, { resultTypes: ['violations'] })`,
  )
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${JSON.stringify(nodes[0])}`)
}

describe.skipIf(browserMissing !== undefined)(
  `sign-in and consent in a browser${browserMissing === undefined ? '' : `: ${browserMissing}`}`,
  () => {
    let server: TestServer
    /** The client's own site. */
    let site: Receiver
    let browser: Browser
    let client: TestClient
    let email: string
    let callback: string
    let context: BrowserContext
    let page: Page
    const scope = 'prompts:read prompts:write organization:admin'

    beforeAll(async () => {
      server = await startServer()
      site = await createReceiver()
      site.script(respondWith(200, '<!doctype html><title>Back</title>', { 'content-type': 'text/html' }))
      callback = site.url('/callback')
      client = await makeClient(server, { scopes: scope.split(' '), redirectUris: [callback] })
      email = await letSignIn(server, server.a)
      browser = await launchBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await site?.close()
      await server?.close()
    })
    beforeEach(async () => {
      context = await browser.newContext({ ignoreHTTPSErrors: true })
      page = await context.newPage()
    })
    afterEach(() => context.close())

    const ask = (more: Record<string, string> = {}) =>
      page.goto(
        `${server.origin}/oauth/authorize?${authorization(client, { scope, redirect_uri: callback, ...more })}`,
      )
    const signIn = async () => {
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    const landed = async () => {
      await page.waitForURL(`${callback}?**`)
      return new URL(page.url()).searchParams
    }
    const exchange = async (code: string | null) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client.id,
        client_secret: client.secret,
        redirect_uri: callback,
        code: code ?? '',
      })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const path = '/oauth/token'
      const response = await server.oauthWire.send({
        method: 'POST',
        path,
        key: null,
        headers,
        body: body.toString(),
      })
      return response.json()
    }

    it('signs in, unticks a scope, allows, and lands with code, state and iss', async () => {
      await ask()
      await signIn()
      await page.getByLabel('Manage the organization').uncheck()
      await page.getByRole('button', { name: 'Allow' }).click()
      const back = await landed()
      expect(Object.fromEntries(back)).toEqual({
        code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        state: 'af0ifjsldkj',
        iss: server.origin,
      })
      expect(await exchange(back.get('code'))).toMatchObject({ scope: 'prompts:read prompts:write' })
    })

    it('denies', async () => {
      await ask()
      await signIn()
      await page.getByRole('button', { name: 'Deny' }).click()
      expect(Object.fromEntries(await landed())).toEqual({
        error: 'access_denied',
        error_description: expect.any(String),
        state: 'af0ifjsldkj',
        iss: server.origin,
      })
    })

    it('needs no mouse', async () => {
      await ask()
      await page.locator('#email:focus').waitFor()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Allow Weekly digest?' }).waitFor()
      const focused = () => page.evaluate('document.activeElement?.value ?? ""')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('prompts:read')
      await page.keyboard.press('Space')
      for (const wanted of ['prompts:write', 'organization:admin', 'deny', 'allow']) {
        await page.keyboard.press('Tab')
        expect(await focused()).toBe(wanted)
      }
      await page.keyboard.press('Enter')
      const back = await landed()
      expect(await exchange(back.get('code'))).toMatchObject({ scope: 'prompts:write organization:admin' })
    })

    it('says what is wrong, keeps the address, and lets the user try again', async () => {
      await ask()
      await page.getByLabel('E-mail address').fill(email)
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('E-mail address').inputValue()).toBe(email)
      expect(await page.getByLabel('Password').inputValue()).toBe('')
      await signIn()
      await page.getByRole('button', { name: 'Allow' }).waitFor()
    })

    it('changes accounts, and comes back to the same question', async () => {
      await ask()
      await signIn()
      await page.getByRole('button', { name: 'Use another account' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await signIn()
      await page.getByRole('button', { name: 'Allow' }).waitFor()
    })

    it('runs no script that a client put into its name', async () => {
      const name = '<img src=x onerror=alert(1)><script>alert(2)</script>'
      const hostile = await makeClient(server, { name })
      const dialogs: string[] = []
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.message())
        await dialog.dismiss()
      })
      await page.goto(`${server.origin}/oauth/authorize?${authorization(hostile)}`)
      await signIn()
      await page.getByRole('heading', { name: `Allow ${name}?` }).waitFor()
      expect([dialogs, await page.locator('main img, main script').count()]).toEqual([[], 0])
    })

    describe('the settings', () => {
      const keys = async () => {
        const path = '/organization/api-keys?limit=100'
        const response = await server.wire.send({ method: 'GET', path, key: server.a.key })
        return (response.json() as { apiKeys: { name: string; status: string }[] }).apiKeys
      }
      const openSettings = async () => {
        await page.goto(`${server.origin}/settings`)
        await signIn()
        await page.getByRole('heading', { name: 'API keys' }).waitFor()
      }
      const createKey = async (name: string) => {
        await page.getByText('Create a key').click()
        await page.getByLabel('Name of the key').fill(name)
        await page.locator('#keys').getByLabel('View prompts').check()
        await page.getByRole('button', { name: 'Create key' }).click()
      }

      it('show a secret once: a reload shows it no more and makes nothing', async () => {
        await openSettings()
        await createKey('Reloaded')
        const secret = await page.locator('.done code').textContent()
        expect(secret).toMatch(/^svc_test_/)
        expect(await page.evaluate('document.activeElement?.getAttribute("role")')).toBe('status')
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.getByRole('button', { name: 'Copy' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
        expect(await findings(page)).toEqual([])
        const before = await keys()
        for (const _ of [1, 2]) {
          await page.reload()
          expect(await page.content()).not.toContain(secret)
        }
        await page.goBack()
        await page.getByRole('heading', { name: 'API keys' }).waitFor()
        expect(await page.content()).not.toContain(secret)
        expect((await keys()).filter(({ name }) => name === 'Reloaded')).toHaveLength(1)
        expect(await keys()).toHaveLength(before.length)
      })

      it('keep what was typed, and lead to what is wrong with it', async () => {
        await openSettings()
        await page.getByText('Create a key').click()
        await page.getByLabel('Name of the key').fill('No scope yet')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.getByRole('alert').getByText('Choose at least one scope.').waitFor()
        expect(await page.getByLabel('Name of the key').inputValue()).toBe('No scope yet')
        expect(await page.evaluate('document.activeElement?.value')).toBe('prompts:read')
        expect(await findings(page)).toEqual([])
        await page.keyboard.press('Space')
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.locator('.done code').waitFor()
      })

      it('ask before they revoke, with the keyboard alone', async () => {
        await openSettings()
        await createKey('Doomed')
        const row = page.locator('#keys li', { hasText: 'Doomed' })
        const status = async () => (await keys()).find(({ name }) => name === 'Doomed')?.status
        const sure = row.getByRole('button', { name: 'Revoke Doomed' })
        expect(await sure.isVisible()).toBe(false)
        await row.locator('summary', { hasText: 'Revoke' }).focus()
        await page.keyboard.press('Enter')
        await sure.waitFor()
        expect(await status()).toBe('active')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await page.getByText('The key is revoked.').waitFor()
        expect([await status(), await row.count()]).toEqual(['revoked', 0])
      })
    })

    it('is not shown in a frame', async () => {
      const frame = `<!doctype html><iframe src="${server.origin}/oauth/sign-in"></iframe>`
      site.at('/frame', respondWith(200, frame, { 'content-type': 'text/html' }))
      await page.goto(site.url('/frame'))
      const inner = page.frames()[1]
      expect(await inner?.getByLabel('Password').count()).toBe(0)
    })

    describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
      const pages: [string, () => Promise<unknown>][] = [
        ['the sign-in page', () => ask()],
        [
          'the sign-in page after a mistake',
          async () => {
            await ask()
            await page.getByLabel('E-mail address').fill('nobody@example.com')
            await page.getByLabel('Password').fill('wrong')
            await page.getByRole('button', { name: 'Sign in' }).click()
            await page.getByRole('alert').waitFor()
          },
        ],
        [
          'the consent page',
          async () => {
            await ask()
            await signIn()
            await page.getByRole('button', { name: 'Allow' }).waitFor()
          },
        ],
        [
          'the settings page',
          async () => {
            await page.goto(`${server.origin}/settings`)
            await signIn()
            await page.getByText('Create a key').click()
            await page.getByText('Register an application').click()
            await page.getByText('Invite a person').click()
            await page.locator('summary', { hasText: 'Revoke' }).first().click()
          },
        ],
        ['the first page', () => page.goto(`${server.origin}/`)],
        ['the error page', () => ask({ client_id: 'unknown' })],
      ]
      it.each(pages)('%s is accessible and fits a phone', { timeout: 60_000 }, async (_name, open) => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width: 320, height: 640 })
        await open()
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
      })
    })
  },
)
