/** Completion for bash, zsh, fish and PowerShell: the printed script calls the program for suggestions. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import completion from '@bomb.sh/tab/commander'
import type { Command as Commander } from 'commander'

/** The command that prints the script of a shell. */
export const COMPLETION = 'completion'

/** The hidden command that shells call: `specwright complete -- WORDS…`. */
export const SUGGEST = 'complete'

/** Adds both commands. @param words the words after `complete --`; the last one is being typed */
export function addCompletion(program: Commander, words: readonly string[]): void {
  const root = completion(program, { completionCommandName: COMPLETION })
  const files = (complete: (value: string, meaning: string) => void) => {
    for (const file of filesBelow(words.at(-1) ?? '')) complete(file, '')
  }
  for (const command of root.commands.values())
    for (const argument of command.arguments.values()) argument.handler ??= files
}

/** Files and folders that begin with what was typed. */
function filesBelow(typed: string): string[] {
  const folder = typed.endsWith('/') ? typed : dirname(typed)
  const prefix = typed.endsWith('/') ? '' : basename(typed)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && (prefix.startsWith('.') || !name.startsWith('.')))
    .map((name) => {
      const path = typed.includes('/') ? join(folder, name) : name
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path}/` : path
    })
}
