import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const BEGIN = `
  import { spawnNode, temporaryFolder } from './bench/leftovers.ts'
  const folder = temporaryFolder()
  spawnNode(['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  console.log(folder)
`

it.each([
  ['ends well', 'process.exit(0)', 0],
  ['fails', "throw new Error('The server ended.')", 1],
  ['is interrupted', 'process.kill(process.pid, "SIGINT"); await new Promise(() => {})', 130],
])('a bench that %s leaves no folder and no process behind', async (_name, end, code) => {
  const script = ['--import', 'tsx', '--input-type=module', '--eval', BEGIN + end]
  const bench = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'ignore'] })
  // The child has the same output: it ends when both have ended.
  const [output, [ended]] = await Promise.all([text(bench.stdout), once(bench, 'exit')])
  expect(ended).toBe(code)
  expect(output).toMatch(/prompt-service-bench-/)
  expect(existsSync(output.trim())).toBe(false)
})
