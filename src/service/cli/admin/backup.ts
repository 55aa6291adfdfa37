import { resolve } from 'node:path'
import { AdminRejection, adminCommand } from './adminCommand.ts'

/** Copies the database while the server continues working. */
export const backup = adminCommand({
  words: 'backup',
  operand: 'FILE',
  summary: 'Copies the database of an environment into a new file, with the server running or not.',
  flags: {},
  input: (_, operand) => ({ file: resolve(operand) }), // where the administrator typed, not where the server runs
  async run({ environment }, { file }, maintenance) {
    try {
      await maintenance.backup(file)
    } catch (error) {
      throw new AdminRejection(`No backup was made: ${(error as Error).message}`)
    }
    return { environment, file }
  },
  format: ({ environment, file }) =>
    [
      `The database of ${environment} is in ${file}.`,
      `Its secrets are encrypted with ${environment}.key. Store that file too, separately.`,
    ].join('\n'),
})
