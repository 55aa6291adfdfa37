import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isDue } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { admin, askAdmin, type Served, serve } from './program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 120_000 })

const limits = { enterprise: { perMinute: 1_000_000, perDay: 10_000_000, burst: 1_000_000 } }

/** Creates prompts, sixteen at a time, until its stop; the acknowledged ones are in `made`. */
function createPrompts(server: Served) {
  const made: string[] = []
  let going = true
  let report = () => {}
  const worker = async () => {
    while (going) {
      const response = await server.ask('/prompts', {
        method: 'POST',
        body: { name: `Prompt ${made.length}`, content: 'Hello {{name}}' },
      })
      if (response.status !== 201)
        throw new Error(`Received ${response.status}: ${JSON.stringify(response.body)}`)
      made.push((response.body as { id: string }).id)
      report()
    }
  }
  const workers = Promise.all(Array.from({ length: 16 }, worker))
  return {
    made,
    /** Resolves when so many are acknowledged; rejects when one fails. */
    reached: (count: number) =>
      Promise.race([
        workers,
        new Promise<void>((resolve) => {
          report = () => {
            if (made.length >= count) resolve()
          }
        }),
      ]),
    async stop() {
      going = false
      await workers
    },
  }
}

async function promptsIn(server: Served, key: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await server.ask(`/prompts?limit=100${cursor && `&cursor=${cursor}`}`, { key })
    const page = body as { prompts: { id: string }[]; nextCursor: string | null }
    for (const { id } of page.prompts) ids.add(id)
    cursor = page.nextCursor
  }
  return ids
}

test.runIf(isDue(2))(
  'a backup under load, restored elsewhere, has all that was acknowledged before it began',
  async () => {
    const here = temporaryDirectory()
    const elsewhere = temporaryDirectory()
    const file = join(temporaryDirectory(), 'copy.sqlite')
    const planLimits = join(here, 'limits.json')
    writeFileSync(planLimits, JSON.stringify(limits))
    const server = await serve(here, '--plan-limits', planLimits)
    const load = createPrompts(server)
    await load.reached(200)
    const before = [...load.made]
    await askAdmin(here, 'backup', file)
    const during = load.made.length - before.length
    await load.stop()
    expect(during, 'the load went on meanwhile').toBeGreaterThan(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = server.credentials.development?.apiKey ?? ''

    const withoutKey = admin(elsewhere, 'restore', file)
    expect(await withoutKey.ended).toBe(1)
    expect(withoutKey.output.stderr).toMatch(/development\.key is missing/)
    copyFileSync(join(here, 'development.key'), join(elsewhere, 'development.key'))
    expect(await askAdmin(elsewhere, 'restore', file)).toMatchObject({
      environment: 'development',
      previousFile: null,
    })
    expect(await askAdmin(elsewhere, 'integrity', 'check')).toEqual({
      environment: 'development',
      sound: true,
    })

    const other = await serve(elsewhere, '--plan-limits', planLimits)
    expect(await askAdmin(elsewhere, 'integrity', 'check')).toMatchObject({ sound: true })
    const found = await promptsIn(other, key)
    expect(before.filter((id) => !found.has(id))).toEqual([])
    expect(found.size).toBeGreaterThanOrEqual(before.length)
  },
)

describe('a restore', () => {
  test.runIf(isDue(6))('is refused while a server runs; afterwards what it replaced is kept', async () => {
    const directory = temporaryDirectory()
    const file = join(temporaryDirectory(), 'copy.sqlite')
    const server = await serve(directory)
    await askAdmin(directory, 'backup', file)
    const again = admin(directory, 'backup', file)
    expect(await again.ended).toBe(1)
    expect(again.output.stderr).toMatch(/copy\.sqlite exists; a backup never overwrites a file/)
    const rejected = admin(directory, 'restore', file)
    expect(await rejected.ended).toBe(1)
    expect(rejected.output.stderr).toMatch(/in use by the process \d+.*Stop that process/)
    const later = await server.ask('/prompts', { method: 'POST', body: { name: 'Later', content: 'x' } })
    expect(later.status).toBe(201)

    server.kill('SIGKILL') // leaves the last changes in the log next to the file
    await server.ended
    const { previousFile } = await askAdmin<{ previousFile: string }>(directory, 'restore', file)
    expect(existsSync(previousFile)).toBe(true)
    expect(existsSync(join(directory, 'development.sqlite.restoring'))).toBe(false)
    const key = server.credentials.development?.apiKey ?? ''
    const restored = await serve(directory)
    expect(await promptsIn(restored, key)).toEqual(new Set())

    const elsewhere = temporaryDirectory()
    copyFileSync(join(directory, 'development.key'), join(elsewhere, 'development.key'))
    await askAdmin(elsewhere, 'restore', previousFile)
    const before = await serve(elsewhere)
    expect(await promptsIn(before, key)).toEqual(new Set([(later.body as { id: string }).id]))
  })

  test('of something else is refused, and everything stays as it was', async () => {
    const directory = temporaryDirectory()
    const server = await serve(directory)
    server.kill('SIGTERM')
    await server.ended
    const noDatabase = join(temporaryDirectory(), 'letter.txt')
    writeFileSync(noDatabase, 'Dear Ada,\n'.repeat(1000))
    const rejected = admin(directory, 'restore', noDatabase)
    expect(await rejected.ended).toBe(1)
    expect(rejected.output.stderr).toMatch(
      /letter\.txt: .*damaged or not a database.* Create another backup\.$/m,
    )
    const absent = admin(directory, 'restore', `${noDatabase}.none`)
    expect(await absent.ended).toBe(1)
    expect(absent.output.stderr).toMatch(/letter\.txt\.none is not there; expected a backup/)
    const again = await serve(directory)
    expect((await again.ask('/prompts')).status).toBe(200)
  })
})
