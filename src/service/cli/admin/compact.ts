import { RewriteNeeded } from '../../storage/sqlite/space.ts'
import { AdminRejection, adminCommand } from './adminCommand.ts'
import { inWords } from './showStatus.ts'

/** Gives the room of what was removed back to the disk. */
export const compact = adminCommand({
  words: 'compact',
  summary: 'Gives the room of what was removed back to the disk, with the server running or not.',
  flags: {},
  input: () => ({}),
  async run({ environment }, _input, maintenance, exclusive) {
    const { file: before } = await maintenance.sizes()
    try {
      await maintenance.compact(exclusive)
    } catch (error) {
      if (!(error instanceof RewriteNeeded)) throw error
      throw new AdminRejection(
        `The database of ${environment} is of an earlier version, and must be rewritten once before it can be compacted at work: stop the server and run this again.`,
      )
    }
    return { environment, before, after: (await maintenance.sizes()).file }
  },
  format: ({ environment, before, after }) =>
    `The database of ${environment} shrank from ${inWords(before)} to ${inWords(after)}.`,
})
