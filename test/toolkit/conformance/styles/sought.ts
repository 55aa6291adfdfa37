/** Lists that are searched by beginnings, words and inner properties. */
import { itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import type { Habits, Item, PlainResponse } from './server.ts'
import type { Style } from './style.ts'

const owner = closed({ login: { type: 'string', minLength: 1, maxLength: 40 }, title: text })
const COUNTRY = { type: 'string', pattern: '^[A-Z]{2}$' }
const address = closed({ street: text, country: COUNTRY })
const note = { type: 'string', maxLength: 80 }
const sought = {
  ...closed({ name, note, owner, address, priceCents: number }, ['name']),
  examples: [{ name: 'Large lamp', priceCents: 120 }],
}

interface Sought {
  begins: string | undefined
  words: string | undefined
  login: string | undefined
  country: string | undefined
  most: number | undefined
}

const contains = (value: unknown, part: string) =>
  String(value ?? '')
    .toLowerCase()
    .includes(part.toLowerCase())
const fits = (item: Item, { begins, words, login, country, most }: Sought): boolean =>
  (begins === undefined || String(item.name).startsWith(begins)) &&
  (words === undefined || contains(item.name, words) || contains(item.note, words)) &&
  (login === undefined || (item.owner as Item | undefined)?.login === login) &&
  (country === undefined || (item.address as Item | undefined)?.country === country) &&
  (most === undefined || Number(item.priceCents ?? 0) <= most)

const searched =
  (
    bent: (asked: Sought) => Sought = (asked) => asked,
    extra: (item: Item, asked: Sought) => boolean = fits,
  ) =>
  (items: Item[], query: URLSearchParams): PlainResponse => {
    const one = (key: string) => query.get(key) ?? undefined
    const most = one('max_price')
    const asked = {
      begins: one('name_prefix'),
      words: one('q'),
      login: one('owner'),
      country: one('country'),
      most: most === undefined ? undefined : Number(most),
    }
    const isRight =
      (most === undefined || /^\d{1,4}$/.test(most)) &&
      (asked.country === undefined || /^[A-Z]{2}$/.test(asked.country)) &&
      [asked.begins, asked.words].every((part) => part !== '')
    return isRight ? { status: 200, body: items.filter((item) => extra(item, bent(asked))) } : rejected(400)
  }

const search = (bent: (asked: Sought) => Sought): Partial<Habits> => ({ list: searched(bent) })
const searchBy = (extra: (item: Item, asked: Sought) => boolean): Partial<Habits> => ({
  list: searched(undefined, extra),
})

export const soughtStyles = (): Style[] => [
  {
    name: 'searched-in-words',
    declared: {
      item: itemOf({ note, owner, address, priceCents: number }, []),
      request: sought,
      parameters: [
        { name: 'name_prefix', in: 'query', schema: { type: 'string', minLength: 1 } },
        {
          name: 'q',
          in: 'query',
          description: 'Things whose name or note contains this text, in capital or small letters.',
          schema: { type: 'string', minLength: 1 },
        },
        { name: 'owner', in: 'query', description: 'Things of the person with this login.', schema: text },
        { name: 'country', in: 'query', schema: COUNTRY },
        {
          name: 'max_price',
          in: 'query',
          description: 'Things whose price is at most this, in cents.',
          schema: { type: 'integer', minimum: 0, maximum: 9999 },
        },
      ],
    },
    habits: { accepts: sought, list: searched() },
    faults: [
      [
        'takes any part for a beginning',
        'list-filter-applied',
        'unfiltered-item',
        'name_prefix',
        searchBy(
          (item, { begins = '', ...asked }) =>
            fits(item, { ...asked, begins: undefined }) && contains(item.name, begins),
        ),
      ],
      [
        'overlooks words',
        'list-filter-applied',
        'search-ignored',
        'q',
        search((asked) => ({ ...asked, words: undefined })),
      ],
      [
        'searches names alone',
        'list-filter-applied',
        'missing-from-filtered',
        'q',
        searchBy((item, asked) => fits(item, asked) && contains(item.name, asked.words ?? '')),
      ],
      [
        'searches by the very letters',
        'list-filter-applied',
        'missing-from-filtered',
        'q',
        searchBy(
          (item, asked) => fits(item, asked) && `${item.name} ${item.note}`.includes(asked.words ?? ''),
        ),
      ],
      [
        'overlooks owners',
        'list-filter-applied',
        'unfiltered-item',
        'owner',
        search((asked) => ({ ...asked, login: undefined })),
      ],
      [
        'overlooks countries',
        'list-filter-applied',
        'unfiltered-item',
        'country',
        search((asked) => ({ ...asked, country: undefined })),
      ],
      [
        'excludes the bound',
        'list-filter-applied',
        'missing-from-filtered',
        'max_price',
        search(({ most, ...asked }) => ({ ...asked, most: most === undefined ? undefined : most - 1 })),
      ],
    ],
  },
]
