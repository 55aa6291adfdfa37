/** Sentences that state which values must be the same or must differ, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { valueMatches } from '../../../src/toolkit/model/valueMatches.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { kind, text } from './smallKinds.ts'

/** The comparisons of a transfer, by this description of its creation. */
function matchesOf(description: string): string[] {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Transfers', version: '1' },
      paths: {
        ...kind('accounts', { currency: text, owners: { type: 'array', items: text } }),
        ...kind(
          'transfers',
          { account_id: text, source: text, target: text, currency: text },
          { description, rejection: 422 },
        ),
        ...kind('teams', {}),
        ...kind('games', { home_team_id: text, guest_team_id: text }, { description, rejection: 422 }),
        ...kind('ties', { home_id: text, away_id: text, ground: text }, { description, rejection: 422 }),
      },
    }),
  )
  const graph = findResources(api)
  return api.operations.flatMap((operation) =>
    valueMatches(api, graph, operation).map(
      ({ property, relation, other }) =>
        `${property} ${relation} ${other.in === 'reference' ? `${other.by}.` : ''}${other.property}`,
    ),
  )
}

it.each<[text: string, ...found: string[]]>([
  ['Returns 422 if the `source` is the same as the `target`.', 'source different target'],
  ['Returns 422 if source and target are identical.', 'source different target'],
  ['Returns 422 if source and target are the same account.', 'source different target'],
  ['Returns 422 if source and target are the same length.'],
  [
    'A team against itself is refused with 422.',
    'guest_team_id different home_team_id',
    'away_id different home_id',
  ],
  [
    'A team cannot play against itself (422).',
    'guest_team_id different home_team_id',
    'away_id different home_id',
  ],
  ['No team can play itself.', 'guest_team_id different home_team_id', 'away_id different home_id'],
  [
    'A game of a team against itself is refused with 422.',
    'guest_team_id different home_team_id',
    'away_id different home_id',
  ],
  ['A transfer from an account to itself is refused with 422.'],
  ['A team can play against itself.'],
  ['A game cannot cancel itself.'],
  ['No one pays themselves here: a `source` equal to `target` fails with `422`.', 'source different target'],
  ['The source and the target must be different.', 'source different target'],
  ['`source` must differ from `target` (422).', 'source different target'],
  ["Returns 422 if the currency does not match the account's currency.", 'currency same account_id.currency'],
  ['The currency must be the same as the currency of the account.', 'currency same account_id.currency'],
  ["The source must be one of the account's owners.", 'source entry account_id.owners'],
  ["Returns 422 if the target is not among the account's owners.", 'target entry account_id.owners'],
  ['The currency must match the account.'],
  ['The source should differ from the target.'],
  ['Source and target may be the same.'],
  ['Returns 422 if the source is the same as the target, unless it is a correction.'],
  ['The currency must match the currency of the bank.'],
  ['The source must be one of the branches.'],
  ['Usually, the source must differ from the target.'],
])('%s', (description, ...found) => expect(matchesOf(description)).toEqual(found))
