import { required, UsageError, wholeNumber } from 'specwright/cli'
import * as apiKeyStore from '../../features/organization/model/apiKey.ts'
import { allScopes, isScope, type Scope } from '../../features/organization/model/member.ts'
import { findOrganization, findOwner } from '../../features/organization/model/organization.ts'
import { timestamp } from '../../runtime/clock.ts'
import { conform } from '../../server/steps/validate/compiled.ts'
import { AdminRejection, adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'

const DAY = 86_400_000

/** Makes an API key that acts as the organization's owner. */
export const createKey = adminCommand({
  words: 'key create',
  summary: 'Makes an API key.',
  flags: {
    organization: { type: 'string', value: 'ID', help: 'The organization, by its id.' },
    scopes: {
      type: 'string',
      value: 'SCOPES',
      help: `Scopes, separated by commas or spaces, or "all". Known: ${allScopes.join(', ')}.`,
    },
    name: {
      type: 'string',
      value: 'NAME',
      default: 'Created by the administrator',
      help: 'Purpose of the key.',
    },
    'expires-in-days': {
      type: 'string',
      value: 'DAYS',
      help: 'Days until it expires; left out, it never does.',
    },
  },
  input(given) {
    const days = given['expires-in-days']
    return {
      organizationId: required('organization', given.organization),
      scopes: readScopes(required('scopes', given.scopes)),
      name: given.name,
      expiresInDays: days === undefined ? null : wholeNumber('expires-in-days', days, 1, 36_500),
    }
  },
  async run(services, { organizationId, scopes, name, expiresInDays }) {
    await conform('createApiKey', { name, scopes }) // what the document states of a name applies to the administrator too
    const now = services.clock.now()
    const expiresAt = expiresInDays === null ? null : now + expiresInDays * DAY
    const { id, key } = await services.database.write(async (tx) => {
      const owner = (await findOrganization(tx, organizationId)) && (await findOwner(tx, organizationId))
      if (!owner)
        throw new AdminRejection(`There is no organization ${organizationId} in ${services.environment}.`)
      const wanted = { organizationId, userId: owner.user_id, name, scopes, expiresAt }
      const created = await apiKeyStore.createApiKey(tx, { ...services, now }, wanted)
      await auditOperator(tx, services, organizationId, 'key create', [created.id])
      return created
    })
    return { id, key, scopes, expiresAt: expiresAt === null ? null : timestamp(expiresAt) }
  },
  format: ({ id, key, scopes, expiresAt }) =>
    [
      `Key      ${key}  (shown only now)`,
      `Id       ${id}`,
      `Scopes   ${scopes.join(' ')}`,
      `Expires  ${expiresAt ?? 'never'}`,
    ].join('\n'),
})

function readScopes(text: string): Scope[] {
  if (text.trim() === 'all') return [...allScopes]
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const wrong = words.find((word) => !isScope(word))
  if (wrong !== undefined || words.length === 0) {
    throw new UsageError(`--scopes received "${wrong ?? text}"; expected ${allScopes.join(', ')}, or all.`)
  }
  return [...new Set(words.filter(isScope))]
}
