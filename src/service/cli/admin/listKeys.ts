import { required } from 'specwright/cli'
import { apiKeyOf, listAllKeys } from '../../features/organization/model/apiKey.ts'
import { adminCommand } from './adminCommand.ts'
import { columns } from './columns.ts'
import { getOrganizationOrThrow, organizationFlag } from './organizationFlag.ts'

export const listKeys = adminCommand({
  words: 'key list',
  summary: 'Lists the API keys of an organization; never the keys themselves.',
  reads: true,
  flags: organizationFlag,
  input: (given) => ({ organizationId: required('organization', given.organization) }),
  run: (services, { organizationId }) =>
    services.database.read(async (tx) => {
      await getOrganizationOrThrow(tx, services, organizationId)
      const now = services.clock.now()
      return { apiKeys: (await listAllKeys(tx, organizationId)).map((row) => ({ ...apiKeyOf(row, now) })) }
    }),
  format: ({ apiKeys }) =>
    apiKeys.length === 0
      ? 'There are none.'
      : columns(
          apiKeys.map(({ id, status, last4, name, scopes, lastUsedAt }) => [
            `${id}  …${last4}  ${status.padEnd(7)}`,
            `${name}, last used ${lastUsedAt ?? 'never'}; ${scopes.join(' ')}`,
          ]),
        ),
})
