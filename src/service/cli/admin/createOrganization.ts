import { oneOf, required } from 'specwright/cli'
import * as organizationStore from '../../features/organization/model/organization.ts'
import { conform } from '../../server/steps/validate/compiled.ts'
import { createPassword } from '../password.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'
import { existingUserFlag, requireAddress, requireKnownAccountIsMeant } from './memberFlags.ts'

/**
 * Makes an organization with an owner.
 * @throws ApiError CONFLICT when the owner's address has an account and no flag allows it
 */
export const createOrganization = adminCommand({
  words: 'organization create',
  summary: 'Makes an organization with its owner.',
  flags: {
    name: { type: 'string', value: 'NAME', help: 'Name of the organization.' },
    plan: { type: 'string', value: 'PLAN', default: 'free', help: 'free, pro, business or enterprise.' },
    'owner-email': { type: 'string', value: 'ADDRESS', help: "The owner's e-mail address, to sign in with." },
    'owner-name': { type: 'string', value: 'NAME', default: 'Owner', help: "The owner's name." },
    ...existingUserFlag,
  },
  input(given) {
    const email = requireAddress('owner-email', given['owner-email'])
    const name = required('name', given.name)
    const plan = oneOf('plan', given.plan, organizationStore.planNames)
    return {
      name,
      plan,
      owner: { name: given['owner-name'], email },
      existingUser: given['existing-user'],
    }
  },
  async run(services, { name, plan, owner, existingUser }) {
    await conform('updateOrganization', { name }) // what the document states of a name applies to the administrator too
    const { clock, random, database } = services
    const password = createPassword(random)
    const passwordHash = await services.passwords.hash(password)
    const made = await database.write(async (tx) => {
      await requireKnownAccountIsMeant(tx, owner.email, existingUser)
      const within = { ...services, now: clock.now() }
      const wanted = { name, plan, owner: { ...owner, passwordHash } }
      const made = await organizationStore.createOrganization(tx, within, wanted)
      await auditOperator(tx, services, made.organizationId, 'organization create', [made.organizationId])
      return made
    })
    const { organizationId, ownerId, ownerIsNew } = made
    return {
      organizationId,
      name,
      plan,
      owner: { id: ownerId, email: owner.email, password: ownerIsNew ? password : null },
    }
  },
  format: ({ organizationId, name, plan, owner }) =>
    [
      `Organization  ${organizationId}  ${name}, ${plan}`,
      `Owner         ${owner.id}  ${owner.email}`,
      owner.password === null
        ? 'The owner was a user already and signs in as before.'
        : `Password      ${owner.password}  (shown only now)`,
    ].join('\n'),
})
