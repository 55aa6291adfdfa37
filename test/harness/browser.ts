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

const REASONS = {
  none: 'skipped, for no chromium is installed (apt-get install chromium)',
  notAsked: 'skipped, for it takes half a minute: REQUIRE_BROWSER=1 runs it, as in CI',
}

/** Why nothing is tested in a browser, for the title of what is skipped; undefined where it is. */
export const browserMissing =
  executablePath === undefined
    ? REASONS.none
    : process.env.REQUIRE_BROWSER === '1'
      ? undefined
      : REASONS.notAsked

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
