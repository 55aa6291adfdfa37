import * as organizationStore from '../../features/organization/organizationStore.ts'
import { hashPassword } from '../../features/organization/password.ts'
import { oneOf, required } from '../parseFlags.ts'
import { createPassword } from '../password.ts'
import { requireAddress } from './memberFlags.ts'
import { verb } from './verb.ts'

/** Makes an organization with an owner; a user who is there already owns it with the password they have. */
export const createOrganization = verb({
  words: 'organization create',
  summary: 'Makes an organization with its owner.',
  flags: {
    name: { type: 'string', value: 'NAME', help: 'Name of the organization.' },
    plan: { type: 'string', value: 'PLAN', default: 'free', help: 'free, pro, business or enterprise.' },
    'owner-email': { type: 'string', value: 'ADDRESS', help: "The owner's e-mail address, to sign in with." },
    'owner-name': { type: 'string', value: 'NAME', default: 'Owner', help: "The owner's name." },
  },
  input(given) {
    const email = requireAddress('owner-email', given['owner-email'])
    const name = required('name', given.name)
    const plan = oneOf('plan', given.plan, organizationStore.planNames)
    return { name, plan, owner: { name: given['owner-name'], email } }
  },
  async run({ ids, clock, random, database }, { name, plan, owner }) {
    const password = createPassword(random)
    const passwordHash = await hashPassword(password)
    const made = await database.write((tx) =>
      organizationStore.createOrganization(
        tx,
        { ids, now: clock.now() },
        { name, plan, owner: { ...owner, passwordHash } },
      ),
    )
    const { organizationId, ownerId, ownerIsNew } = made
    return {
      organizationId,
      name,
      plan,
      owner: { id: ownerId, email: owner.email, password: ownerIsNew ? password : null },
    }
  },
  tell: ({ organizationId, name, plan, owner }) =>
    [
      `Organization  ${organizationId}  ${name}, ${plan}`,
      `Owner         ${owner.id}  ${owner.email}`,
      owner.password === null
        ? 'The owner was a user already and signs in as before.'
        : `Password      ${owner.password}  (shown only now)`,
    ].join('\n'),
})
