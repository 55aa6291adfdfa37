import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inCi, isDue, thorough } from '../harness/thorough.ts'
import { generatedProject, run } from './project.ts'

/** A project in which every check and both of its tests pass. */
async function soundProject(): Promise<string> {
  const folder = await generatedProject()
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  write('redocly.yaml', 'apis: { v1: { root: openapi/v1/openapi.yaml } }\nrules: { struct: error }\n')
  write('biome.json', '{ "files": { "includes": ["src/sum.ts"] }, "formatter": { "enabled": false } }')
  write(
    'tsconfig.json',
    '{ "compilerOptions": { "noEmit": true, "strict": true, "types": [] }, "files": ["src/sum.ts"] }',
  )
  write('vitest.config.ts', "export default { test: { include: ['test/*.test.ts'] } }")
  write('src/sum.ts', 'export const sum: number = 1 + 1;\n')
  mkdirSync(join(folder, 'test'))
  write(
    'test/sum.test.ts',
    testFile("it('adds', () => expect(1 + 1).toBe(2))\nit('adds more', () => expect(2 + 2).toBe(4))"),
  )
  return folder
}

const testFile = (body: string) => `import { expect, it } from 'vitest'\n${body}\n`

// Each run of it starts five programs.
describe('npm test', { timeout: 90_000 }, () => {
  it.runIf(isDue(2))('passes where all is right, and counts each check as one', async () => {
    const sound = await run(await soundProject(), 'scripts/test.mjs')
    expect(sound.stdout).toMatch(/^ok {6}typecheck \(\d+\.\d s\)$/m)
    expect(sound).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n6 passed, 0 failed\n$/) })
  })

  it.runIf(inCi)('counts each check and each test in its last line, and names what failed', async () => {
    const folder = await soundProject()
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
    write('src/sum.ts', "debugger\nexport const sum: number = 'two'\n")
    write('generated/operations.ts', '')
    write('openapi/v1/notes/note.yaml', 'get: { responses: 200 }\n')
    // The skipped test is one of the small project: the last line has to count it.
    write(
      'test/wrong.test.ts',
      testFile("it('adds up', () => expect(1 + 1).toBe(3))\nit.skip('waits', () => {})"),
    )
    write('test/broken.test.ts', "import './nothing.ts'\n")
    const broken = await run(folder, 'scripts/test.mjs')
    const failures = broken.stdout.split('\n').filter((line) => line.startsWith('FAILED'))
    expect(failures.sort()).toEqual([
      expect.stringMatching(/^FAILED {2}.*test\/broken\.test\.ts: .*nothing\.ts/),
      'FAILED  generate --check: npm run generate -- --check',
      'FAILED  lint: npm run lint',
      'FAILED  lint:api: npm run lint:api',
      'FAILED  typecheck: npm run typecheck',
    ])
    expect(broken.stdout).toContain('× adds up')
    expect(broken).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\n2 passed, 6 failed, 1 skipped\n$/),
    })
  })

  it.runIf(thorough)('fails for an error outside of every test', async () => {
    const folder = await soundProject()
    writeFileSync(
      join(folder, 'test/late.test.ts'),
      testFile(
        "it('passes', () => {})\nsetTimeout(() => { throw new Error('late') }, 0)\nawait new Promise(setImmediate)",
      ),
    )
    const { code, stdout } = await run(folder, 'scripts/test.mjs', 'test/late.test.ts')
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({ code: 1, last: '5 passed, 1 failed' })
  })
})
