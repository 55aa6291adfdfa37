import { listOrganizations } from '../../features/organization/model/organization.ts'
import { timestamp } from '../../runtime/clock.ts'
import { adminCommand } from './adminCommand.ts'
import { auditOperator } from './auditOperator.ts'

export const rotateSigningKey = adminCommand({
  words: 'rotate-signing-key',
  summary: 'Makes the next key that signs access tokens.',
  flags: {
    now: {
      type: 'boolean',
      help: 'For a leaked key: the new key signs immediately, and access tokens signed by the old keys become invalid.',
    },
  },
  input: (given) => ({ now: given.now }),
  async run(services, { now }) {
    // The key signs the tokens of every organization; each finds the change in its own log.
    const { kid, signsFrom } = await services.rotateSigningKey(now, async (tx) => {
      for (const { id } of await listOrganizations(tx))
        await auditOperator(tx, services, id, 'rotate-signing-key', [])
    })
    return { kid, signsFrom: timestamp(signsFrom), endsOthers: now }
  },
  format: ({ kid, signsFrom, endsOthers }) =>
    endsOthers
      ? `Key ${kid} is published and signs from now on. The previous keys are gone, and access tokens signed by them are rejected.`
      : `Key ${kid} is published now and signs from ${signsFrom} on; the one before stays published until its last token is over.`,
})
