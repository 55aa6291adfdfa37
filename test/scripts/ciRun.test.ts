/** `.ci/run` with programs that only record how they were called: every step runs, and every step decides. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { partOf } from '../../scripts/cases.mjs'
import { casesOf } from '../harness/thorough.ts'

const script = join(import.meta.dirname, '../../.ci/run')

/**
 * @param failing an extended regular expression for the arguments of npm with which it fails
 * @param killing the arguments of npm with which it kills the shell that called it
 */
function run(failing: string, ofTests = '7 passed, 0 failed, 2 skipped', killing = 'nothing') {
  const folder = mkdtempSync(join(tmpdir(), 'ci-run-'))
  const bin = join(folder, 'bin')
  const calls = join(folder, 'calls')
  mkdirSync(bin)
  writeFileSync(calls, '')
  const npm = `echo npm "$@" $EVERY_CASE >> '${calls}'
[ "$*" != '${killing}' ] || kill -9 "$(awk '{print $4}' "/proc/$PPID/stat")"
[ "$*" != test ] || echo '${ofTests}'
echo 'npm notice of something' >&2
! grep -Eqx '${failing}' <<< "$*"`
  for (const [name, text] of Object.entries({
    npm,
    'apt-get': `echo "apt-get $*" >> '${calls}'`,
    sudo: '"$@"',
    chromium: ':',
  })) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  const { status, stdout } = spawnSync(script, { env, encoding: 'utf8' })
  const done = {
    status,
    lines: stdout.trimEnd().split('\n'),
    calls: readFileSync(calls, 'utf8').split('\n').toSorted(),
  }
  rmSync(folder, { recursive: true })
  return done
}

describe('.ci/run', () => {
  let whole: ReturnType<typeof run>
  let steps: string[]
  beforeAll(() => {
    whole = run('nothing')
    steps = whole.lines.filter((line) => line.startsWith('== '))
  })

  it('adds the tests and the steps, in a last line of its own', () => {
    expect(whole.status).toBe(0)
    expect(steps.length).toBeGreaterThan(8)
    expect(whole.lines.at(-1)).toBe(`${7 + steps.length - 1} passed, 0 failed`)
  })

  const commands = [
    'ci',
    'run build',
    'test',
    'run test:postgres',
    'run test:nodes.*',
    'run test:packages.*',
    'run conform:self .*--production.*',
    'run conform:self -- --no-build',
    'run bench:faults.*',
    'run test:corpus.*',
  ]
  it.each(casesOf(commands, 5, 1))('fails when npm %s fails, and runs the steps after it', (failing) => {
    const { status, lines, calls } = run(failing)
    expect(status).toBe(1)
    expect(lines.at(-1)).toMatch(/^\d+ passed, 1 failed$/)
    expect(calls).toEqual(whole.calls)
  })

  it('tests a sixth of the cases that npm test leaves out, the same one for one commit', () => {
    const [tests = ''] = whole.calls.filter((call) => call.startsWith('npm test'))
    expect(tests).toMatch(/^npm test \d\/\d$/)
    expect(partOf(tests.slice(-3))).toBeTypeOf('number')
  })

  it('fails when the steps in the background end early', () => {
    const { status, lines } = run('nothing', undefined, 'run test:postgres')
    expect(status).toBe(1)
    expect(lines.at(-1)).toMatch(/^\d+ passed, 1 failed$/)
  })

  it('fails when a test failed, by as many', () => {
    const { status, lines } = run('test', '6 passed, 3 failed')
    expect({ status, last: lines.at(-1) }).toEqual({
      status: 1,
      last: `${6 + steps.length - 1} passed, 3 failed`,
    })
  })
})
