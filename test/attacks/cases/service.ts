/** Deliveries, limits, requests, data and faults. */
import { type AttackCase, attack } from './case.ts'

const bodies = 'test/attacks/bodies.test.ts'
const framing = 'test/attacks/framing.test.ts'
const requests = 'test/attacks/requests.test.ts'
const receiver = 'test/client/webhooks.test.ts'
const guard = 'test/service/events/delivery/addressGuard.test.ts'
const sender = 'test/service/events/delivery/sender.test.ts'
const deliveries = 'test/service/events/delivery/deliveries.test.ts'
const worker = 'test/service/events/delivery/worker.test.ts'

export const serviceCases: readonly AttackCase[] = [
  attack(47, 'a delivery of another time', [receiver, '301 seconds old'], [receiver, '301 seconds ahead']),
  attack(48, 'a malformed signature', [receiver, 'v0 alone'], [receiver, 'no t'], [receiver, 'two t']),
  attack(49, 'a body that was parsed and written again', [
    receiver,
    'a body that was parsed and written again',
  ]),
  attack(50, 'a secret after its rotation', [worker, 'both secrets sign until the overlap ends']),
  attack(
    51,
    'an endpoint that fails in each way',
    [deliveries, 'has failed for good with %d'],
    [deliveries, 'is tried again after %s'],
  ),
  attack(52, 'a redirect of a delivery', [sender, 'is not followed']),
  attack(
    53,
    'a trickled answer',
    [sender, 'because its headers trickle'],
    [sender, 'that trickles its body'],
  ),
  attack(54, 'an endless or compressed answer', [sender, 'a compressed bomb'], [sender, 'without an end']),
  attack(55, 'a kill around a send', [worker, 'takes up what a killed process was at']),
  attack(56, 'an endpoint that hangs', [worker, 'lets no hanging endpoint hold up the others']),
  attack(
    57,
    'a webhook into the private network',
    [guard, 'addresses that deliveries never go to'],
    [guard, 'URLs that are refused before any lookup'],
    [sender, 'is refused when a name that was public points to it later'],
    ['test/service/features/webhooks/updateWebhook.test.ts', 'a private address in hexadecimal'],
  ),
  attack(58, 'subscribing to what one may not read', [
    'test/service/features/webhooks/createWebhook.test.ts',
    'a subscription to %s with the scopes %j is allowed: %s',
  ]),
  attack(59, 'a thousand parallel calls', ['test/limits.test.ts', 'a thousand requests at one instant']),
  attack(60, 'the edge of a window', [
    'test/service/server/steps/rateLimit/limiter.test.ts',
    'ends at the edge of the clock minute',
  ]),
  attack(61, 'a clock that jumps', [
    'test/service/server/steps/rateLimit/clockJumps.test.ts',
    'when the clock jumps',
  ]),
  attack(62, 'a restart', ['test/service/server/steps/rateLimit/restart.test.ts', 'are never given back']),
  attack(63, 'an answer without its limits', ['test/limits.test.ts', 'the rate-limit headers stand on']),
  attack(
    64,
    'a spoofed address',
    ['test/limits.test.ts', 'a spoofed address'],
    ['test/service/transport/addresses.test.ts', 'what the client made up, on the left'],
  ),
  attack(65, 'two requests in one', [framing, 'what could be read as one request or as two']),
  attack(
    66,
    'a request that never ends',
    ['test/service/transport/listener.test.ts', 'headers that never end'],
    ['test/service/transport/listener.test.ts', 'a body that never ends'],
  ),
  attack(67, 'too much, compressed too', [framing, 'more than 1 MiB'], [framing, 'a gzip bomb']),
  attack(68, 'JSON that parsers disagree about', [bodies, 'a body that JSON parsers disagree about']),
  attack(69, 'a depth of 5 000', [bodies, 'a depth of 5 000']),
  attack(
    70,
    'line breaks and paths',
    [requests, 'line breaks'],
    [requests, 'a path that is not the one that it looks like'],
  ),
  attack(71, 'another method than the one that was sent', [requests, 'does not make a DELETE of a POST']),
  attack(72, 'SQL', [requests, 'finds nothing more through any parameter of %s']),
  attack(73, 'catastrophic regular expressions', [
    'test/service/features/evaluations/scorers/faults.test.ts',
    'hostile patterns take linear time',
  ]),
  attack(
    74,
    'formulas in CSV cells',
    ['test/service/features/reports/exports/csv.test.ts', 'the cell %j is written as %j'],
    [
      'test/service/features/reports/reportExports.test.ts',
      'text that a spreadsheet would take for a formula',
    ],
  ),
  attack(
    75,
    'placeholders in values',
    ['test/service/template/render.test.ts', 'a value is not scanned again'],
    ['test/service/template/render.test.ts', 'inherited members are no values'],
  ),
  attack(76, 'plain HTTP', [framing, 'to %s is refused'], [framing, 'X-Forwarded-Proto']),
  attack(
    77,
    'HEAD and OPTIONS',
    [requests, 'HEAD is %s without its body'],
    [requests, 'needs no credential'],
  ),
  attack(78, 'a wrong Content-Type or Accept', [bodies, 'a body in no form that is taken']),
  attack(
    79,
    'a kill in a loop of writes',
    ['test/service/storage/crash.test.ts', 'after kill -9 in a loop of writes'],
    ['test/service/cli/serve.test.ts', 'what was acknowledged before a kill is there after it'],
  ),
  attack(80, 'a full disk', [
    'test/service/storage/diskFull.test.ts',
    'in a full file a write is StorageUnavailable',
  ]),
  attack(81, 'a database that cannot be used', [
    'test/service/storage/sqliteFile.test.ts',
    'a file that must not be opened is refused',
  ]),
  attack(82, 'two servers on one file', [
    'test/service/cli/serve.test.ts',
    'a second server on the same data is refused, and the first goes on',
  ]),
  attack(83, 'SIGTERM under load', ['test/service/cli/serve.test.ts', 'SIGTERM under load']),
  attack(84, 'a model provider that fails', ['test/service/models/callModel.test.ts', '%s fails']),
]
