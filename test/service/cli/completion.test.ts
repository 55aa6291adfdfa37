import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { program } from './program.ts'

const cases: [words: string[], want: string[]][] = [
  [['moc'], ['mock']],
  [['mock', '--sta'], ['--stateful']],
  [['mock', '--seede'], ['--seeded']],
  [
    ['diff', 'a', 'b', '--fail-on', ''],
    ['breaking', 'risky'],
  ],
  [['lint', 'open'], ['openapi/']],
  [['lint', 'openapi/oauth/op'], ['openapi/oauth/openapi.yaml']],
  [['completion', 'f'], ['fish']],
  [['conform', '--no-such'], []],
]
it.each(casesOf(cases, 3, 1))('suggests for specwright %j', async (words, want) => {
  const ended = program(['complete', '--', ...words], {}, undefined, undefined, 'toolkit')
  expect(await ended.ended).toBe(0)
  const lines = ended.output.stdout.split('\n').filter((line) => line !== '' && !line.startsWith(':'))
  expect(lines.map((line) => line.split('\t')[0])).toEqual(want)
})

it('suggests commands of admin and their flags', async () => {
  for (const [words, want] of [
    [['admin', 'ke'], /^key\t/m],
    [['admin', 'key', 'cr'], /^create\t/m],
    [['admin', 'key', 'create', '--exp'], /^--expires-in-days\t/m],
  ] as const) {
    const ended = program(['complete', '--', ...words], {}, undefined, undefined, 'service')
    await ended.ended
    expect(ended.output.stdout, words.join(' ')).toMatch(want)
  }
})

it.each(['toolkit', 'service'] as const)('prints scripts that shells accept for the %s', async (which) => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const ended = program(['completion', shell], {}, undefined, undefined, which)
    expect(await ended.ended).toBe(0)
    expect(ended.output.stdout).toContain(which === 'toolkit' ? 'specwright' : 'prompt-service')
    if (shell !== 'bash') continue
    const { status, stderr } = spawnSync('bash', ['-n'], { input: ended.output.stdout })
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  }
})

it('names the shells that it knows', async () => {
  const ended = program(['completion', 'tcsh'], {}, undefined, undefined, 'toolkit')
  expect(await ended.ended).toBe(2)
  expect(ended.output.stderr).toMatch(/'tcsh' is invalid.*zsh, bash, fish, powershell/)
})
