import { required } from 'specwright/cli'
import * as apiKeyStore from '../../features/organization/model/apiKey.ts'
import { AdminRejection, adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'

export const revokeKey = adminCommand({
  words: 'key revoke',
  summary: 'Revokes an API key, from the next request on.',
  flags: {
    organization: { type: 'string', value: 'ID', help: 'The organization, by its id.' },
    key: { type: 'string', value: 'ID', help: 'The key, by its id (key_…), never the key itself.' },
  },
  input: (given) => ({
    organizationId: required('organization', given.organization),
    id: required('key', given.key),
  }),
  async run(services, { organizationId, id }) {
    await services.database.write(async (tx) => {
      if (!(await apiKeyStore.revokeKey(tx, organizationId, id, services.clock.now())))
        throw new AdminRejection(`${organizationId} has no key ${id} in force in ${services.environment}.`)
      await auditOperator(tx, services, organizationId, 'key revoke', [id])
    })
    return { id }
  },
  format: ({ id }) => `Revoked ${id}.`,
})
