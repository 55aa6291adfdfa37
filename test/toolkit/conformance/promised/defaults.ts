/** Defaults that follow from other values. */
import { type Domain, day, integer, text } from './domain.ts'

const found: Domain['found'] = ['default-applies', 'default-not-applied']
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const defaultDomains: Domain[] = [
  {
    name: 'a start a week ahead instead of tomorrow',
    kinds: {
      contracts: {
        sent: { title: text, starts_on: { ...day, description: 'Tomorrow when left out.' } },
        optional: ['starts_on'],
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.starts_on ??= dayIn(isRight ? 1 : 7)
      return undefined
    },
    found,
  },
  {
    name: 'a slug with underscores',
    kinds: {
      plans: {
        sent: {
          name: text,
          slug: {
            ...text,
            description: 'Made from the name when missing: lower case with hyphens for blanks',
          },
        },
        optional: ['slug'],
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create')
        thing.slug ??= String(thing.name)
          .toLowerCase()
          .replaceAll(/\s+/g, isRight ? '-' : '_')
      return undefined
    },
    found,
  },
  {
    name: 'the letters of a name as they are instead of in capitals',
    kinds: {
      teams: {
        sent: {
          name: text,
          abbreviation: {
            ...text,
            description: 'The first three letters of the name in capitals, if you don’t come up with one.',
          },
        },
        optional: ['abbreviation'],
      },
    },
    act({ verb, thing }, isRight) {
      const start = String(thing.name).slice(0, 3)
      if (verb === 'create') thing.abbreviation ??= isRight ? start.toUpperCase() : start
      return undefined
    },
    found,
  },
  {
    name: 'one volume for all kinds of bins',
    kinds: {
      bins: {
        sent: {
          kind: { type: 'string', enum: ['organic', 'paper', 'rest'] },
          volume: { ...integer, description: 'Default: 140 for organic, 240 otherwise.' },
        },
        optional: ['volume'],
      },
    },
    act({ verb, thing }, isRight) {
      if (verb === 'create') thing.volume ??= isRight && thing.kind === 'organic' ? 140 : 240
      return undefined
    },
    found,
  },
]
