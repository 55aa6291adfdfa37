import { AdminRejection, adminCommand } from './adminCommand.ts'

const MAX_SHOWN_PROBLEMS = 20

export const checkIntegrity = adminCommand({
  words: 'integrity check',
  summary: 'Checks the whole database for damage. Requests wait meanwhile.',
  flags: {},
  input: () => ({}),
  async run({ environment }, _input, maintenance) {
    const problems = await maintenance.integrityCheck()
    if (problems.length > 0) {
      const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).join('\n  ')
      throw new AdminRejection(`The database of ${environment} is damaged; restore a backup:\n  ${shown}`)
    }
    return { environment, sound: true }
  },
  format: ({ environment }) => `The database of ${environment} is sound.`,
})
