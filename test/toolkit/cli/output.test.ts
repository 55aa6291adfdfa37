/** The common output of all commands: `--quiet`, `--verbose`, colors, progress, and frequent mistakes. */
import { spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, test } from 'vitest'
import { commands } from '../../../src/toolkit/cli/commands.ts'
import { defineCommand } from '../../../src/toolkit/cli/program/defineCommand.ts'
import { onEndingSignals } from '../../../src/toolkit/cli/program/endingSignals.ts'
import { painter, showsColors } from '../../../src/toolkit/cli/program/output.ts'
import { startProgressLine } from '../../../src/toolkit/cli/program/progressLine.ts'
import { startProgram } from '../../../src/toolkit/cli/program/startProgram.ts'
import { inProcess, program } from '../../scripts/project.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'
import { BUNDLED_SHELF } from '../openapi/shelf.ts'

function folderWith(files: Record<string, string>): string {
  const folder = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

it('--quiet prints no notices, and --verbose adds the exit code', { timeout: 60_000 }, async () => {
  const folder = folderWith({ 'openapi.yaml': BUNDLED_SHELF })
  const [plain, quiet, verbose] = [
    await inProcess(folder, 'docs', '--output', 'a'),
    await inProcess(folder, 'docs', '--output', 'b', '--quiet'),
    await inProcess(folder, 'docs', '--output', 'c', '--verbose'),
  ]
  expect(plain).toMatchObject({ stdout: expect.stringMatching(/^Wrote \d+ files/), stderr: '' })
  expect(quiet).toMatchObject({ stdout: '', stderr: '' })
  expect(verbose.stderr).toMatch(/^docs: exit code 0 after \d+\.\d\d s\.\n$/)
})

it('--quiet keeps results', async () => {
  const folder = folderWith({
    'openapi.yaml': BUNDLED_SHELF,
    'old.yaml': BUNDLED_SHELF.replace('maximum: 50', 'maximum: 100'),
  })
  const { code, stdout } = await inProcess(folder, 'diff', 'old.yaml', 'openapi.yaml', '-q')
  expect([code, stdout]).toEqual([1, expect.stringContaining('Breaking')])
})

test('every command has the common flags', async () => {
  for (const [name, { load }] of Object.entries(commands)) {
    const lines: string[] = []
    await (await load()).run(['--help'], { env: {}, print: (line) => lines.push(line) })
    const help = lines.join('\n')
    expect([help.includes('-q, --quiet'), help.includes('--verbose')], name).toEqual([true, true])
  }
})

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
])('%j on a terminal (%s): colors %s', (env: Record<string, string>, isTerminal, expected) => {
  expect(showsColors(env, isTerminal)).toBe(expected)
  expect(painter({ colors: expected })('red', 'x')).toBe(expected ? '\u001b[31mx\u001b[39m' : 'x')
})

it('shows how long a busy command takes, and removes the line', { timeout: 30_000 }, async () => {
  const file = join(temporaryDirectory(), 'terminal')
  const fd = openSync(file, 'w')
  const end = startProgressLine(fd, 'lint', { after: 1, each: 1 })
  for (let waited = 0; waited < 20_000 && readFileSync(file, 'utf8') === ''; waited += 20)
    await setTimeout(20)
  end()
  end()
  const text = readFileSync(file, 'utf8')
  expect(text.startsWith('\r\u001b[Klint: 0 s')).toBe(true)
  expect(text.endsWith('s\r\u001b[K')).toBe(true)
  await setTimeout(20)
  expect(readFileSync(file, 'utf8')).toBe(text)
  closeSync(fd)
})

it('shows nothing for a short command', () => {
  const file = join(temporaryDirectory(), 'terminal')
  const fd = openSync(file, 'w')
  startProgressLine(fd, 'lint', { after: 60_000, each: 1000 })()
  closeSync(fd)
  expect(readFileSync(file, 'utf8')).toBe('')
})

test.each([
  [
    ['foo.yaml'],
    /foo\.yaml is a document, and the command is missing\. Name the command first, .*lint foo\.yaml/,
  ],
  [['lnt'], /There is no command "lnt"\. Did you mean lint\? "specwright help" lists all commands\./],
  [['mock', 'opnapi.yaml'], /There is no file opnapi\.yaml\. Did you mean openapi\.yaml\? Name the file/],
  [['lint', '--formt'], /Unknown option '--formt'\. Did you mean --format\? "specwright help lint" lists/],
  [
    ['conform', 'openapi.yaml'],
    /No target was named, and openapi\.yaml has no server .*: specwright conform/,
  ],
  [
    ['conform', 'openapi.yaml', 'localhost:80'],
    /target "localhost:80" is not a URL .*, for example http:\/\/localhost:80/,
  ],
  [
    ['diff', 'openapi.yaml'],
    /diff requires <old> <new>, and received only openapi\.yaml\. For example: specwright diff/,
  ],
  [['diff', 'a.yaml', 'openapi.yaml'], /a\.yaml does not exist in the working tree\. Name a file/],
])('%j: what failed, why, and what to do', { timeout: 30_000 }, async (words, message) => {
  const document = 'openapi: 3.1.0\ninfo: {title: A, version: 1.0.0}\npaths: {}\n'
  const { code, stderr } = await program(folderWith({ 'openapi.yaml': document }), ...words)
  expect(stderr).toMatch(message)
  expect(code).toBe(2)
})

it('ends without an error when its reader closes the pipe', { timeout: 60_000 }, () => {
  const folder = folderWith({ 'openapi.yaml': BUNDLED_SHELF })
  const main = join(process.cwd(), 'dist/src/toolkit/cli/main.js')
  // `rules` prints far more than the one line that is read.
  const { stdout, stderr } = spawnSync('bash', ['-c', `"${process.execPath}" "${main}" rules | head -n 1`], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(1)
  expect(stderr).toBe('')
})

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a command once, until it listens no more', (signal) => {
  const process = new EventEmitter()
  let ends = 0
  const unlisten = onEndingSignals(process as never, () => {
    ends += 1
  })
  process.emit(signal)
  process.emit(signal)
  expect(ends).toBe(1)
  unlisten()
  expect(['SIGINT', 'SIGTERM'].flatMap((name) => process.listeners(name))).toEqual([])
})

describe('a program', () => {
  /** A stream that fails at each write with an error of the system. */
  const failing = (code: string) =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: no`), { code })),
    })
  const collecting = () => {
    let text = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk
        done()
      },
    })
    return { stream, text: () => text }
  }
  const exitOf = async (stdout: Writable, work: () => number) => {
    const stderr = collecting()
    const command = defineCommand({
      name: 'work',
      description: 'Works.',
      flags: {},
      run: async (_given, { print }) => {
        print('a result')
        return work()
      },
    })
    const commands = { work: { summary: 'Works.', group: 'All', load: async () => command } }
    const parts = {
      name: 'tool',
      description: 'A tool.',
      version: '1',
      commands,
      groups: ['All'],
      failure: 2,
    }
    const process = { argv: ['node', 'tool', 'work'], env: {}, stdout, stderr: stderr.stream, exitCode: 0 }
    await startProgram(parts as never, process as never)
    return [process.exitCode, stderr.text()]
  }
  const failWith = (code: string) => () => {
    throw Object.assign(new Error(`${code}: open 'x'`), { code })
  }

  it.each<[string, string, () => number, number, RegExp]>([
    ['the disk of its output is full', 'ENOSPC', () => 0, 70, /^tool: The output cannot be written: ENOSPC/],
    ['that disk is full, and there are findings', 'ENOSPC', () => 1, 70, /cannot be written/],
    ['the reader of its output has closed the pipe', 'EPIPE', () => 0, 0, /^$/],
    ['the reader has closed the pipe, and there are findings', 'EPIPE', () => 1, 1, /^$/],
    ['a file is on a full disk', 'EPIPE', failWith('ENOSPC'), 70, /ENOSPC/],
    ['a folder is read-only', 'EPIPE', failWith('EROFS'), 70, /EROFS/],
    ['a file is missing', 'EPIPE', failWith('ENOENT'), 2, /ENOENT/],
  ])('where %s', async (_, code, work, exitCode, message) => {
    expect(await exitOf(failing(code), work)).toEqual([exitCode, expect.stringMatching(message)])
  })
})
