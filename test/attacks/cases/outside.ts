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
  attack(90, 'two large texts compared', ['test/service/eventLoop.test.ts', 'a comparison of %s']),
  attack(
    91,
    'each list with each filter that matches nothing, over many rows',
    ['test/service/eventLoop.test.ts', 'each filter that finds nothing among many rows'],
    ['test/service/listPlans.test.ts', 'the filter $name is read, and on an index'],
    ['test/service/storage/nameSearch.test.ts', 'reads its own organization alone'],
  ),
  attack(
    92,
    'SIGTERM while only a timer waits, an export is unread, a client of the admin socket is silent',
    ['test/service/cli/shutdown.test.ts', 'SIGTERM ends the server with 0 and in time while there is'],
    ['test/service/cli/shutdown.test.ts', 'an evaluation that a stop broke off goes on after the next start'],
  ),
  attack(
    93,
    'a restart on a full disk; a data directory that is deleted under way',
    ['test/service/cli/disk.test.ts', 'the server starts, reads, and writes as soon as there is room'],
    ['test/service/cli/disk.test.ts', 'nothing is acknowledged from then on, and the server is not ready'],
  ),
  attack(94, 'more connections than descriptors, in the first second', [
    'test/service/cli/descriptors.test.ts',
    'leave the server whole',
  ]),
  attack(
    95,
    'the wall clock 91 days ahead',
    ['test/service/transport/certificates.test.ts', 'a jump of the wall clock is seen within seconds'],
    ['test/service/jobs/running.test.ts', 'a job whose time has come by a jump of the wall clock'],
  ),
  attack(96, 'the same work on every Node that is supported, with garbage collections forced', [
    'test/service/storage/crash.test.ts',
    'garbage collections amid the work leave the process whole',
  ]),
]
