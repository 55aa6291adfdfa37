import { copyFileSync, cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserMissing, launchBrowser } from '../harness/browser.ts'
import { copyProject, ROOT, run } from './project.ts'

/** A project with our documents, its pages built. */
async function buildPages(): Promise<string> {
  const folder = copyProject()
  for (const part of ['openapi', 'asyncapi']) {
    rmSync(join(folder, part), { recursive: true })
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  }
  copyFileSync(join(ROOT, 'redocly.yaml'), join(folder, 'redocly.yaml'))
  expect(await run(folder, 'scripts/docs.ts')).toMatchObject({ code: 0, stderr: '' })
  return folder
}

describe.skipIf(browserMissing !== undefined)(
  `npm run docs ${browserMissing ?? ''}`,
  { timeout: 90_000 },
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())

    it('makes pages that open from the disk, show the contract, and ask for nothing', async () => {
      const site = pathToFileURL(join(await buildPages(), 'docs/site')).href
      const page = await browser.newPage()
      const asked: string[] = []
      const errors: string[] = []
      page.on('request', (request) => asked.push(request.url().split('#')[0] ?? ''))
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

      await page.goto(`${site}/index.html`)
      await page.getByRole('link', { name: 'Prompt Management Service', exact: true }).click()
      await page.getByText('Prompts', { exact: true }).first().click()
      await page.getByText('Create a prompt').first().click()
      await page.getByText('Idempotency-Key').first().waitFor()
      await page.goto(`${site}/index.html`)
      await page.getByRole('link', { name: 'Prompt Management Service events' }).click()
      await page.getByText('A prompt was created').first().waitFor()

      expect(errors).toEqual([])
      expect(new Set(asked)).toEqual(new Set(['index', 'v1', 'events'].map((name) => `${site}/${name}.html`)))
    })
  },
)
