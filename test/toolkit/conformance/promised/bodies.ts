/** Values of one body that the document rules out next to each other. */
import { type Domain, day, text } from './domain.ts'

const found: Domain['found'] = ['promised-conflict-returned', 'body-accepted']
const texts = { type: 'array', items: text, minItems: 0, maxItems: 9 }

export const bodyDomains: Domain[] = [
  {
    name: 'a rejection without a reason',
    kinds: {
      claims: {
        sent: { title: text },
        more: { status: { enum: ['open', 'approved', 'rejected'] } },
        actions: {
          decide: {
            description: 'A rejection needs a `reason` of at least 10 characters, otherwise 422.',
            sent: { decision: { enum: ['approve', 'reject'] }, reason: { type: ['string', 'null'] } },
            optional: ['reason'],
          },
        },
      },
    },
    start: { claims: { status: 'open' } },
    act({ verb, sent, thing }, isRight) {
      if (verb !== 'decide') return undefined
      const reason = String(sent.reason ?? '')
      if (sent.decision === 'reject' && reason.length < (isRight ? 10 : 1)) return 422
      thing.status = sent.decision === 'reject' ? 'rejected' : 'approved'
      return undefined
    },
    found,
  },
  {
    name: 'a holiday without its end',
    kinds: {
      linguists: {
        sent: {
          name: text,
          holiday_from: day,
          holiday_to: { ...day, description: 'Either both are there or neither.' },
        },
        optional: ['holiday_from', 'holiday_to'],
      },
    },
    act: ({ verb, sent }, isRight) =>
      isRight && verb === 'create' && (sent.holiday_from === undefined) !== (sent.holiday_to === undefined)
        ? 422
        : undefined,
    found,
  },
  {
    name: 'a language that occurs twice',
    kinds: {
      projects: {
        sent: { source: text, targets: texts },
        create: { description: 'The targets must be distinct (422).' },
      },
    },
    act({ verb, sent }, isRight) {
      const targets = sent.targets as string[]
      return isRight && verb === 'create' && new Set(targets).size < targets.length ? 422 : undefined
    },
    found,
  },
  {
    name: 'a source that is among the targets',
    kinds: {
      projects: {
        sent: { source: text, targets: texts },
        create: { description: 'The source language itself may not be among the targets.' },
      },
    },
    act({ verb, sent }, isRight) {
      const targets = sent.targets as string[]
      return isRight && verb === 'create' && targets.includes(String(sent.source)) ? 422 : undefined
    },
    found,
  },
  {
    name: 'an order without lines',
    kinds: {
      orders: {
        sent: { customer: text, lines: { ...texts, minItems: undefined } },
        create: { description: 'An order needs at least one line.' },
      },
    },
    act: ({ verb, sent }, isRight) =>
      isRight && verb === 'create' && (sent.lines as string[]).length === 0 ? 422 : undefined,
    found,
  },
  {
    name: 'a round on a Sunday',
    kinds: {
      rounds: { sent: { truck: text, date: day }, create: { description: 'No rounds on Sundays (422).' } },
    },
    act: ({ verb, sent }, isRight) =>
      isRight && verb === 'create' && new Date(String(sent.date)).getUTCDay() === 0 ? 422 : undefined,
    found,
  },
]
