import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

const executablePath = findBrowser()
if (executablePath === undefined && process.env.REQUIRE_BROWSER === '1') {
  throw new Error(`REQUIRE_BROWSER=1, but none of ${NAMES.join(', ')} is on the PATH.`)
}

/** Whether there is a browser to test with; when not, the reason belongs into the title of what is skipped. */
export const browserMissing =
  executablePath === undefined
    ? 'skipped, for no chromium is installed (apt-get install chromium)'
    : undefined

/**
 * Starts the browser without a window; the caller closes it.
 * @param more.home where it looks for the user's certificate store
 */
export function launchBrowser(more: { home?: string; args?: readonly string[] } = {}): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no browser.')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...(more.args ?? [])],
    ...(more.home !== undefined && { env: { ...process.env, HOME: more.home } }),
  })
}
