/** The parts of PostgreSQL that need no server: its URL, and when a unit of work is run again. */
import { describe, expect, test } from 'vitest'
import { StorageUnavailable } from '../../../src/service/storage/database.ts'
import { parseDatabaseAddress } from '../../../src/service/storage/postgres/address.ts'
import { Again, withRetries } from '../../../src/service/storage/postgres/attempts.ts'

describe('a URL', () => {
  const tls = (servername: string) => ({ rejectUnauthorized: true, servername })
  test.each([
    ['postgres://db.example.com/prompts', { host: 'db.example.com', port: 5432, tls: tls('db.example.com') }],
    ['postgresql://u:p%40ss@db:6000/prompts', { user: 'u', password: 'p@ss', port: 6000, tls: tls('db') }],
    ['postgres://u@127.0.0.1/prompts', { tls: false }],
    ['postgres://u@%2Fvar%2Frun%2Fpostgresql/prompts', { host: '/var/run/postgresql', tls: false }],
    [
      'postgres://u@[::1]:5433/prompts',
      { host: '::1', tls: false, display: 'postgres://[::1]:5433/prompts' },
    ],
    ['postgres://db/prompts?sslmode=disable', { tls: false }],
    [
      'postgres://localhost/prompts?sslmode=require',
      { tls: { rejectUnauthorized: false, servername: 'localhost' } },
    ],
  ])('%s is understood', (text, want) => expect(parseDatabaseAddress(text)).toMatchObject(want))

  test.each([
    [
      'mysql://u:secret@db/prompts',
      'received a URL that begins with mysql://; expected a URL such as postgres://',
    ],
    ['secret', 'received something else; expected a URL such as postgres://'],
    ['postgres://u:secret@db', 'received a URL without the name of one database'],
    [
      'postgres://u:secret@db/a?sslmode=maybe',
      'received sslmode=maybe; expected one of disable, require, verify-full',
    ],
    [
      'postgres://u:secret@db/a?target=b',
      'received the parameter target; expected only sslmode or sslrootcert',
    ],
    ['postgres://u:secret@db/a?sslrootcert=/none', 'received sslrootcert=/none, which cannot be read'],
    ['postgres://u:sec%ret@db/a', 'received a % that begins no escape'],
  ])('%s is refused without its password', (text, want) => {
    const rejected = () => parseDatabaseAddress(text)
    expect(rejected).toThrow(want)
    expect(rejected).not.toThrow(/secret/)
  })
})

describe('a unit that collides', () => {
  /** Time that moves only by pauses. */
  const timingOf = () => {
    let now = 0
    const pauses: number[] = []
    const pause = async (milliseconds: number) => {
      pauses.push(milliseconds)
      now += milliseconds
    }
    return { now: () => now, pause, fraction: () => 0.5, pauses }
  }

  test('is run again after pauses that grow, and answers once it succeeds', async () => {
    const timing = timingOf()
    const response = await withRetries(timing, async (number) => {
      if (number < 4) throw new Again('collided', { cause: new Error('40001') })
      return number
    })
    expect([response, timing.pauses]).toEqual([4, [4, 8, 16]])
  })

  test('is given up after five seconds, as StorageUnavailable with the cause', async () => {
    const timing = timingOf()
    const cause = new Error('40001')
    const failed = await withRetries(timing, async () => {
      throw new Again('collided', { cause })
    }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StorageUnavailable)
    expect(failed).toMatchObject({
      cause,
      message: expect.stringMatching(/^The change was tried \d+ times in vain/),
    })
    expect(timing.now()).toBeLessThanOrEqual(5_000)
  })

  test('is not run again for an error of its own', async () => {
    const timing = timingOf()
    await expect(withRetries(timing, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(timing.pauses).toEqual([])
  })
})
