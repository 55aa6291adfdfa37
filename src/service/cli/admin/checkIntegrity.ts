import { AdminRefusal, adminCommand } from './adminCommand.ts'

const MAX_TOLD = 20

export const checkIntegrity = adminCommand({
  words: 'integrity check',
  summary: 'Checks the whole database for damage. Requests wait meanwhile.',
  flags: {},
  input: () => ({}),
  async run({ environment }, _input, maintenance) {
    const problems = await maintenance.integrityCheck()
    if (problems.length > 0) {
      const told = problems.slice(0, MAX_TOLD).join('\n  ')
      throw new AdminRefusal(`The database of ${environment} is damaged; restore a backup:\n  ${told}`)
    }
    return { environment, sound: true }
  },
  format: ({ environment }) => `The database of ${environment} is sound.`,
})
