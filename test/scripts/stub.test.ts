import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inCi } from '../harness/thorough.ts'
import { copyDocuments, program, runNode } from './project.ts'

const HANDLER = 'src/service/features/notes/deleteNote.ts'
const TEST = 'test/service/features/notes/deleteNote.test.ts'

describe('npm run stub', { timeout: 60_000 }, () => {
  it('writes a handler with a hole that the compiler finds, and a test that fails', async () => {
    const folder = copyDocuments()
    expect(await program(folder, 'stub', 'deleteNote')).toMatchObject({ code: 0, stderr: '' })
    const tsc = [
      'node_modules/typescript-native/bin/tsc',
      '--ignoreConfig',
      '--noEmit',
      '--module',
      'nodenext',
      '--noResolve',
    ]
    const { stdout } = await runNode(folder, [...tsc, '--allowImportingTsExtensions', HANDLER])
    expect(stdout).toContain("Cannot find name 'writeMe'")
    expect(readFileSync(join(folder, HANDLER), 'utf8')).toContain('DELETE /notes/{noteId}: deletes a note.')
    const vitest = await runNode(folder, ['node_modules/vitest/vitest.mjs', 'run', '--root', folder])
    expect(vitest).toMatchObject({ code: 1, stdout: expect.stringMatching(/× answers 204/) })
    expect(vitest.stderr).toContain('write this test')
  })

  it.runIf(inCi)('never writes over a file', async () => {
    const folder = copyDocuments()
    await program(folder, 'stub', 'deleteNote')
    writeFileSync(join(folder, HANDLER), 'mine')
    const { code, stdout } = await program(folder, 'stub', 'deleteNote')
    expect({ code, text: readFileSync(join(folder, HANDLER), 'utf8') }).toEqual({ code: 0, text: 'mine' })
    expect(stdout).toContain(`${HANDLER} is there already; left as it is.\n${TEST} is there already`)
  })

  const rejected: [string, { given: string[]; code: number; want: string }][] = [
    [
      'a name with a slip',
      {
        given: ['deleteNotes'],
        code: 2,
        want: 'openapi/v1/openapi.yaml has no operation "deleteNotes". Did you mean deleteNote or createNote or listNotes?',
      },
    ],
    [
      'two names',
      {
        given: ['listNotes', 'deleteNote'],
        code: 2,
        want: 'Received "deleteNote", and stub has at most 1: [options] <operation>. See specwright help.',
      },
    ],
  ]
  it.each(rejected)('refuses %s', async (_name, { given, code, want }) => {
    const folder = copyDocuments()
    expect(await program(folder, 'stub', ...given)).toEqual({
      code,
      stdout: '',
      stderr: `specwright: ${want}\n`,
    })
    expect(existsSync(join(folder, 'src/service/features'))).toBe(false)
  })
})
