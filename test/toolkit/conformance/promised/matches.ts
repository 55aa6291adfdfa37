/** Values that must be those of another item, or must differ from other ones. */
import { type Domain, text } from './domain.ts'

const found: Domain['found'] = ['promised-conflict-returned', 'accepted-in-state']
const currency = { enum: ['EUR', 'USD', 'GBP'] }

export const matchDomains: Domain[] = [
  {
    name: 'a transfer to the source',
    kinds: {
      transfers: {
        sent: { source: text, target: text },
        create: { description: 'Returns 422 if `source` and `target` are the same.' },
      },
    },
    act: ({ verb, sent }, isRight) =>
      isRight && verb === 'create' && sent.source === sent.target ? 422 : undefined,
    found,
  },
  {
    name: 'an approval by the person of the timesheet',
    kinds: {
      timesheets: {
        sent: { person: text, week: text },
        more: { status: { enum: ['submitted', 'approved'] } },
        actions: {
          approve: {
            description: 'No one approves their own hours: a `reviewer` equal to `person` fails with `422`.',
            sent: { reviewer: text },
            conflict: '',
          },
        },
      },
    },
    start: { timesheets: { status: 'submitted' } },
    act({ verb, sent, thing }, isRight) {
      if (verb !== 'approve') return undefined
      if (thing.status !== 'submitted') return 409
      if (isRight && sent.reviewer === thing.person) return 422
      thing.status = 'approved'
      return undefined
    },
    found,
  },
  {
    name: 'a payment in another currency than that of its account',
    kinds: {
      accounts: { sent: { name: text, currency } },
      payments: {
        sent: { account_id: text, currency },
        create: { description: "Returns 422 if the currency does not match the account's currency." },
      },
    },
    act({ kind, verb, sent, of }, isRight) {
      const isOther = of('accounts').get(String(sent.account_id))?.currency !== sent.currency
      return isRight && kind === 'payments' && verb === 'create' && isOther ? 422 : undefined
    },
    found,
  },
]
