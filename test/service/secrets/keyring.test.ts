import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkKey } from '../../../src/service/secrets/keyCheck.ts'
import { KeyringRejected } from '../../../src/service/secrets/masterKey.ts'
import { openKeyring } from '../../../src/service/secrets/openKeyring.ts'
import { temporaryServiceDatabase } from '../storage/temporaryDatabase.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'

const KEY = Buffer.alloc(32, 1)
const other = openKeyring({ key: Buffer.alloc(32, 2) })

describe('sealing', () => {
  const keyring = openKeyring({ key: KEY })

  // AES-256-GCM (another implementation made it) under HKDF-SHA256(KEY, no salt, 'vault: seal, version 1').
  const LITERAL = Buffer.from(
    '01000102030405060708090a0bff46fa3448f348234790d47baf074f61c44a1c986aa96873880594',
    'hex',
  )

  test.each([
    ['a text', 'whsec_Grüße'],
    ['nothing', ''],
    ['bytes', Buffer.from([0, 255, 10])],
    ['a megabyte', 'x'.repeat(2 ** 20)],
  ])('%s comes back as it went in', (_name, plain) => {
    const sealed = keyring.seal(plain, 'webhooks webhook_1')
    expect(keyring.open(sealed, 'webhooks webhook_1').equals(Buffer.from(plain as string))).toBe(true)
  })

  test('a value that was sealed long ago still opens', () => {
    expect(keyring.open(LITERAL, 'webhooks webhook_1').toString()).toBe('whsec_known')
  })

  test('the same text is sealed otherwise each time, and shows nothing of itself', () => {
    const sealed = [keyring.seal('whsec_known', 'a'), keyring.seal('whsec_known', 'a')]
    expect(sealed[0]?.equals(sealed[1] as Buffer)).toBe(false)
    expect(sealed[0]?.includes('known')).toBe(false)
  })

  test('one flipped bit anywhere, and it does not open', () => {
    const sealed = keyring.seal('secret', 'a')
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => keyring.open(altered, 'a'), `byte ${at}`).toThrow()
    }
  })

  const rejected: [string, { given: () => Buffer; want: RegExp }][] = [
    [
      'of another context',
      { given: () => keyring.open(keyring.seal('x', 'table 1'), 'table 2'), want: /another key or context/ },
    ],
    [
      'of another key',
      { given: () => other.open(keyring.seal('x', 'a'), 'a'), want: /another key or context/ },
    ],
    ['cut off', { given: () => keyring.open(keyring.seal('x', 'a').subarray(0, 28), 'a'), want: /cut off/ }],
    ['that is empty', { given: () => keyring.open(Buffer.alloc(0), 'a'), want: /cut off/ }],
    [
      'with a short tag',
      { given: () => keyring.open(keyring.seal('', 'a').subarray(0, 20), 'a'), want: /cut off/ },
    ],
  ]
  test.each(rejected)('a value %s does not open', (_name, { given, want }) => {
    expect(given).toThrow(want)
  })

  test('derived keys differ by purpose and by master key, and are the same each time', () => {
    expect(keyring.derive('cursors').toString('hex')).toBe(
      '24890bbe375f215408ba8cf4ce2b8e5fb8532fe048a296ae1665a80eb65ccd3a',
    )
    expect(keyring.derive('cursors').equals(keyring.derive('cursors'))).toBe(true)
    expect(keyring.derive('cursors').equals(keyring.derive('other'))).toBe(false)
    expect(keyring.derive('cursors').equals(other.derive('cursors'))).toBe(false)
  })
})

describe('the key file', () => {
  test('is made when it is absent, for its owner alone, and used again', () => {
    const file = join(temporaryDirectory(), 'master.key')
    const sealed = openKeyring({ file }).seal('x', 'a')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
    expect(readdirSync(join(file, '..'))).toEqual(['master.key'])
    expect(openKeyring({ file }).open(sealed, 'a').toString()).toBe('x')
  })

  test('is another one each time it is made', () => {
    const [one, two] = ['1', '2'].map((name) => join(temporaryDirectory(), name)) as [string, string]
    openKeyring({ file: one })
    openKeyring({ file: two })
    expect(readFileSync(one, 'utf8')).not.toBe(readFileSync(two, 'utf8'))
  })

  const text = KEY.toString('base64')
  const rejected: [string, { given: { content: string; mode?: number }; want: RegExp }][] = [
    ['readable by its group', { given: { content: text, mode: 0o640 }, want: /mode 640.*chmod 600/ }],
    ['readable by everybody', { given: { content: text, mode: 0o604 }, want: /mode 604.*chmod 600/ }],
    ['writable by others', { given: { content: text, mode: 0o602 }, want: /mode 602.*chmod 600/ }],
    ['empty', { given: { content: '' }, want: /found 0 bytes, expected 32 bytes/ }],
    ['too short', { given: { content: Buffer.alloc(16).toString('base64') }, want: /found 16 bytes/ }],
    ['too long', { given: { content: Buffer.alloc(64).toString('base64') }, want: /found 64 bytes/ }],
    ['not base64', { given: { content: `${text.slice(0, 20)}!!${text.slice(22)}` }, want: /not base64/ }],
    ['two keys', { given: { content: `${text}\n${text}` }, want: /not base64/ }],
  ]
  test.each(rejected)('that is %s is refused, without a word of the key', (_name, { given, want }) => {
    const file = join(temporaryDirectory(), 'master.key')
    writeFileSync(file, given.content)
    chmodSync(file, given.mode ?? 0o600)
    let rejection: unknown
    try {
      openKeyring({ file })
    } catch (error) {
      rejection = error
    }
    expect(rejection).toBeInstanceOf(KeyringRejected)
    expect((rejection as Error).message).toMatch(want)
    expect((rejection as Error).message).toContain(file)
    expect((rejection as Error).message).not.toContain(text.slice(0, 12))
  })

  test('that cannot be made or read is refused', () => {
    const directory = temporaryDirectory()
    const nowhere = join(directory, 'none', 'master.key')
    expect(() => openKeyring({ file: nowhere })).toThrow(KeyringRejected)
    expect(existsSync(nowhere)).toBe(false)
    mkdirSync(join(directory, 'folder'), { mode: 0o700 })
    expect(() => openKeyring({ file: join(directory, 'folder') })).toThrow(/cannot be read/)
  })

  test('a key in the environment is held to the same length', () => {
    expect(
      openKeyring({ key: text })
        .derive('a')
        .equals(openKeyring({ key: KEY }).derive('a')),
    ).toBe(true)
    for (const key of ['', 'short', `${text}AAAA`])
      expect(() => openKeyring({ key })).toThrow(KeyringRejected)
  })
})

describe('the key and the database belong together', () => {
  test('the first start binds them, later ones agree, another key is refused', async () => {
    const database = await temporaryServiceDatabase()
    await checkKey(database, openKeyring({ key: KEY }))
    await checkKey(database, openKeyring({ key: KEY }))
    await expect(checkKey(database, other)).rejects.toThrow(KeyringRejected)
    await checkKey(database, openKeyring({ key: KEY }))
  })
})
