/** The leftovers of a run, removed when it ends: also when it fails, and on Ctrl-C. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
const children: ChildProcess[] = []

process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A new folder that lasts as long as this process. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'prompt-service-bench-'))
  folders.push(folder)
  return folder
}

/** Runs Node with `args`; it ends with this process at the latest. */
export function spawnNode(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, args, options)
  children.push(child)
  return child
}
