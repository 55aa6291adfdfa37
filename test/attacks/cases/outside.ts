import { type AttackCase, attack } from './case.ts'

const targets = 'test/attacks/targets.test.ts'

/** Found by attacks from outside. */
export const outsideCases: readonly AttackCase[] = [
  attack(
    85,
    'a hundred sign-ins at once from a hundred addresses',
    ['test/attacks/signInStorm.test.ts', 'is bounded, says so on the form, and holds up neither'],
    ['test/attacks/signInStorm.test.ts', 'from one network leaves room for others'],
    ['test/service/pages/signIn.test.ts', 'of strangers locks nobody out'],
  ),
  attack(
    86,
    'organization:admin alone, or webhook scopes alone, to gain every other power',
    ['test/attacks/power.test.ts', 'is refused: %s %s'],
    ['test/attacks/power.test.ts', 'no operation of members, keys, clients and webhooks is left out'],
    ['test/attacks/power.test.ts', 'finds no invitation link, key or secret in what it may read'],
  ),
  attack(
    87,
    'more than 2,000 header fields before the one that matters',
    [targets, 'hide nothing: %s behind them is seen'],
    [targets, 'hide no address that a proxy wrote behind them'],
  ),
  attack(
    88,
    'a redirect host with a semicolon, a comma, a star or quotes',
    ['test/service/features/oauth/oauthClients.test.ts', 'may have a redirect URI with %s, or not'],
    ['test/service/pages/consent.test.ts', 'the policy of the consent page'],
  ),
  attack(
    89,
    'absolute and authority targets, HTTP/2.0, Expect before a refusal',
    [targets, 'a target in absolute form'],
    [targets, 'a version that is not spoken'],
    [targets, 'who asks before sending a body'],
  ),
]
