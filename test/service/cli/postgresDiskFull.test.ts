/** A PostgreSQL whose disk is full: the service rejects writes, reads succeed, and it recovers without a restart. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PostgresServer,
  postgresMissing,
  programsMissing,
  startPostgres,
} from '../../harness/postgres.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { serve } from './program.ts'

/** A folder that the unprivileged user of the server may enter. */
const disk = mkdtempSync('/tmp/small-disk-')
const isMounted =
  (postgresMissing ?? programsMissing) === undefined &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=0777', 'tmpfs', disk]).status === 0
const reason =
  postgresMissing ?? programsMissing ?? (isMounted ? undefined : 'this user cannot mount a file system')

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

/** Uses every free byte of the disk. @returns frees them */
function fill(): () => void {
  const file = join(disk, 'fill')
  const open = openSync(file, 'w')
  for (let size = 1 << 20; size >= 512; size /= 2) {
    try {
      while (true) writeSync(open, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(open)
  return () => rmSync(file)
}

describe.skipIf(reason !== undefined)(
  `a full disk of PostgreSQL${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    let postgres: PostgresServer
    beforeAll(async () => {
      // The log of 32 MB is there from the beginning, so that the tables run out of room before it does.
      postgres = await startPostgres({ min_wal_size: '32MB', max_wal_size: '64MB', wal_recycle: 'on' }, disk)
    }, 60_000)
    afterAll(() => postgres?.stop())

    test('writes are 503, reads 200, and writes succeed again as soon as there is room', async () => {
      const server = await serve(join(temporaryDirectory(), 'data'), '--database', postgres.url)
      const create = () => {
        // Text that no compression shortens needs pages of its own.
        const content = randomBytes(30_000).toString('base64')
        return server.ask('/prompts', { method: 'POST', body: { name: 'Large', content } })
      }
      const list = async () => (await server.ask('/prompts?limit=1')).status
      expect((await create()).status).toBe(201)
      const free = fill()
      const rejected = await Promise.all(Array.from({ length: 12 }, create))
      for (const { status, body } of rejected)
        expect([status, body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
      expect(await list()).toBe(200)
      free()
      expect((await create()).status).toBe(201)
      expect(await list()).toBe(200)
      server.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    }, 120_000)
  },
)
