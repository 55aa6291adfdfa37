/** Lists whose order and filters are described in words. */
import { type Domain, day, integer, type Thing, text } from './domain.ts'

type By = readonly [property: string, sign: 1 | -1]

/** Items without a value come last. */
const sortedBy = (things: Thing[], ...keys: By[]): Thing[] =>
  [...things].sort((a, b) => {
    for (const [property, sign] of keys) {
      const one = (a[property] ?? null) as string | number | null
      const other = (b[property] ?? null) as string | number | null
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      return one < other ? -sign : sign
    }
    return 0
  })

const order = (
  name: string,
  {
    described,
    sent,
    optional,
    right,
    wrong,
  }: {
    described: string
    sent: Record<string, object>
    optional?: string[]
    right: By[]
    wrong: By[]
  },
  code: string,
): Domain => ({
  name,
  kinds: { parcels: { sent, ...(optional && { optional }), collection: { description: described } } },
  act: () => undefined,
  collected: (things, _, isRight) => sortedBy(things, ...(isRight ? right : wrong)),
  found: ['list-order-applied', code],
})

export const listDomains: Domain[] = [
  order(
    'a list in the order of its creation instead of that of two properties',
    {
      described: 'Parcels, sorted by weight, lightest first, and then by street.',
      sent: { weight: integer, street: text },
      right: [
        ['weight', 1],
        ['street', 1],
      ],
      wrong: [],
    },
    'wrong-order',
  ),
  order(
    'a list without its second key',
    {
      described: 'Sorted by zone and then by street.',
      sent: { zone: text, street: text },
      right: [
        ['zone', 1],
        ['street', 1],
      ],
      wrong: [['zone', 1]],
    },
    'wrong-second-order',
  ),
  order(
    'the latest deadline first instead of the soonest',
    {
      described:
        'Soonest deadline first; parcels with the same deadline: the one with the higher weight first.',
      sent: { deadline: day, weight: integer },
      right: [
        ['deadline', 1],
        ['weight', -1],
      ],
      wrong: [['deadline', -1]],
    },
    'wrong-order',
  ),
  order(
    'parcels without a due date at the top',
    {
      described: 'By due date. No due date means bottom of the list.',
      sent: { street: text, due_on: day },
      optional: ['due_on'],
      right: [['due_on', 1]],
      wrong: [],
    },
    'wrong-order',
  ),
  {
    name: 'a search for which one of the words is enough',
    kinds: {
      films: {
        sent: { title: text, director: text },
        collection: {
          description: 'Films.',
          query: {
            search: {
              type: 'string',
              description: 'Every word must occur somewhere in title or director. Case is ignored.',
            },
          },
        },
      },
    },
    act: () => undefined,
    collected(things, query, isRight) {
      const words = (query.get('search') ?? '').toLowerCase().split(/\s+/)
      const has = (thing: Thing) => (word: string) =>
        `${String(thing.title)} ${String(thing.director)}`.toLowerCase().includes(word)
      return things.filter((one) => (isRight ? words.every(has(one)) : words.some(has(one))))
    },
    found: ['list-filter-applied', 'search-ignored'],
  },
  {
    name: 'a bound by words that includes its day',
    kinds: {
      contracts: {
        sent: { title: text, next_box_on: day },
        collection: {
          description: 'Contracts.',
          query: {
            renews_before: {
              type: 'string',
              format: 'date',
              description: 'Next box strictly before that day.',
            },
          },
        },
      },
    },
    act: () => undefined,
    collected(things, query, isRight) {
      const bound = query.get('renews_before')
      return things.filter(
        ({ next_box_on: on }) => bound === null || (isRight ? String(on) < bound : String(on) <= bound),
      )
    },
    found: ['list-filter-applied', 'unfiltered-item'],
  },
]
