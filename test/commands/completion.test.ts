import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commands } from '../../src/commands/commands.ts'
import { completionOf } from '../../src/commands/completion.ts'

async function script(shell: string): Promise<string> {
  const lines: string[] = []
  await completionOf(commands).run([shell], { env: {}, print: (line) => void lines.push(line) })
  return lines.join('\n')
}

it('completes commands, their flags and the commands of admin in bash', async () => {
  const asked = [
    ['mo', 'mock'],
    ['mock --sta', '--stateful'],
    ['mock --seede', '--seeded'],
    ['admin ke', 'key'],
    ['completion f', 'fish'],
    ['conform --no-such', ''],
  ]
  const lines = asked.map(([words = '']) => {
    const all = ['prompt-service', ...words.split(' ')]
    return `COMP_WORDS=(${all.join(' ')}); COMP_CWORD=${all.length - 1}; _prompt_service; echo "\${COMPREPLY[*]}"`
  })
  const { stdout, stderr } = spawnSync('bash', ['-c', [await script('bash'), ...lines].join('\n')])
  expect(stderr.toString()).toBe('')
  expect(stdout.toString().split('\n').slice(0, -1)).toEqual(asked.map(([, want]) => want))
})

it.each(['bash', 'zsh', 'fish'])('names every command and each of its flags for %s', async (shell) => {
  const text = await script(shell)
  for (const [name, { load }] of Object.entries(commands)) {
    const { flags } = await load()
    expect(text).toContain(name)
    for (const flag of Object.keys(flags))
      expect(text).toContain(shell === 'fish' ? `-l ${flag}` : `--${flag}`)
  }
})

it('says which shells it knows', async () => {
  await expect(script('tcsh')).rejects.toThrow('Received "tcsh"; expected bash, zsh, fish.')
})
