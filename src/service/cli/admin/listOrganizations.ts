import * as organizationStore from '../../features/organization/model/organization.ts'
import { timestamp } from '../../runtime/clock.ts'
import { adminCommand } from './adminCommand.ts'

export const listOrganizations = adminCommand({
  words: 'organization list',
  summary: 'Lists the organizations of an environment.',
  reads: true,
  flags: {},
  input: () => ({}),
  async run({ database }) {
    const rows = await database.read((tx) => organizationStore.listOrganizations(tx))
    return {
      organizations: rows.map(({ id, name, plan, created_at }) => ({
        id,
        name,
        plan,
        createdAt: timestamp(created_at),
      })),
    }
  },
  format: ({ organizations }) =>
    organizations.length === 0
      ? 'There are none.'
      : organizations
          .map(({ id, name, plan, createdAt }) => `${id}  ${createdAt}  ${plan.padEnd(10)}  ${name}`)
          .join('\n'),
})
