/** Trusting the local CA: the output, the commands, and the confirmation of each platform. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Machine, type Step, trustStores } from '../../../src/service/cli/trust/stores.ts'
import { trust } from '../../../src/service/cli/trust.ts'
import { createAuthority, createLeaf } from '../../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../../src/toolkit/network/nameConstraints.ts'
import { certutilMissing } from './certutil.ts'

const home = mkdtempSync(join(tmpdir(), 'trust-'))
afterAll(() => rmSync(home, { recursive: true }))
const file = join(home, 'ca.pem')
const leaf = join(home, 'leaf.pem')
beforeAll(async () => {
  const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
  writeFileSync(file, authority.cert)
  writeFileSync(leaf, (await createLeaf(authority, ['localhost'], Date.now())).cert)
})

/** The output of the command, or its rejection. */
async function say(...args: string[]): Promise<string> {
  const lines: string[] = []
  try {
    await trust.run(args, { env: { HOME: home }, print: (line) => void lines.push(line) })
    return lines.join('\n')
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['no authority yet', () => ['--data-dir', join(home, 'none')], /none\/tls\/ca\.pem is not there.*serve/],
  ['the certificate of a server', () => ['--ca', leaf], /leaf\.pem is the certificate of a server/],
  ['another file', () => ['--ca', import.meta.filename], /trust\.test\.ts is not a certificate/],
])('refuses %s', async (_name, given, want) => {
  expect(await say(...given())).toMatch(want)
})

const AUTHORITY = { file: 'ca.pem', name: 'Local', sha1: 'AB12' }
const machine = (platform: NodeJS.Platform, files: readonly string[] = []): Machine => ({
  platform,
  home: '/home/me',
  exists: (path) => files.includes(path),
  list: (path) =>
    files
      .filter((one) => one.startsWith(`${path}/`))
      .map((one) => one.slice(path.length + 1).split('/')[0] ?? ''),
})
const CHROMIUM = '/home/me/.pki/nssdb'
const FIREFOX = '/home/me/.mozilla/firefox/abc.default'

const platforms: [string, Machine, add: Step[], remove: Step[]][] = [
  [
    'macOS',
    machine('darwin'),
    [
      [
        'security',
        'add-trusted-cert',
        '-r',
        'trustRoot',
        '-p',
        'ssl',
        '-k',
        '/home/me/Library/Keychains/login.keychain-db',
        'ca.pem',
      ],
    ],
    [
      ['security', 'remove-trusted-cert', 'ca.pem'],
      ['security', 'delete-certificate', '-Z', 'AB12', '/home/me/Library/Keychains/login.keychain-db'],
    ],
  ],
  [
    'Windows',
    machine('win32'),
    [['certutil.exe', '-user', '-addstore', 'Root', 'ca.pem']],
    [['certutil.exe', '-user', '-delstore', 'Root', 'AB12']],
  ],
  [
    'Linux, where no browser ran yet',
    machine('linux'),
    [
      ['mkdir', '-p', '-m', '700', CHROMIUM],
      ['certutil', '-d', `sql:${CHROMIUM}`, '-N', '--empty-password'],
      ['certutil', '-d', `sql:${CHROMIUM}`, '-A', '-t', 'C,,', '-n', 'Local', '-i', 'ca.pem'],
    ],
    [['certutil', '-d', `sql:${CHROMIUM}`, '-D', '-n', 'Local']],
  ],
  [
    'Linux, with a profile of Firefox',
    machine('linux', [
      `${CHROMIUM}/cert9.db`,
      `${FIREFOX}/cert9.db`,
      '/home/me/.mozilla/firefox/profiles.ini',
    ]),
    [
      ['certutil', '-d', `sql:${CHROMIUM}`, '-A', '-t', 'C,,', '-n', 'Local', '-i', 'ca.pem'],
      ['certutil', '-d', `sql:${FIREFOX}`, '-A', '-t', 'C,,', '-n', 'Local', '-i', 'ca.pem'],
    ],
    [
      ['certutil', '-d', `sql:${CHROMIUM}`, '-D', '-n', 'Local'],
      ['certutil', '-d', `sql:${FIREFOX}`, '-D', '-n', 'Local'],
    ],
  ],
]
test.each(platforms)('%s', (_name, given, add, remove) => {
  const stores = trustStores(AUTHORITY, given)
  expect(stores.flatMap((store) => store.add)).toEqual(add)
  expect(stores.flatMap((store) => store.remove)).toEqual(remove)
})

describe.skipIf(certutilMissing || process.platform !== 'linux')(
  `on this machine${certutilMissing ? ` (${certutilMissing})` : ''}`,
  () => {
    test('shows what it would run, and runs that with --yes alone', async () => {
      const shown = await say('--ca', file)
      expect(shown).toMatch(/^Prompt service local CA [0-9a-f]{8} /)
      expect(shown).toContain(`certutil -d sql:${home}/.pki/nssdb -A -t C,, -n 'Prompt service local CA`)
      expect(shown).toContain('Nothing was changed.')
      expect(await say('--ca', file, '--remove')).toContain('it is not in')
      const run = await say('--ca', file, '--yes')
      for (const line of shown.split('\n').filter((one) => one.startsWith('  '))) expect(run).toContain(line)
      expect(await say('--ca', file, '--yes')).toContain('Done.')
      expect(await say('--ca', file, '--remove', '--yes')).toContain('Removed.')
      expect(await say('--ca', file, '--remove', '--yes')).toContain('it is not in')
    })
  },
)
