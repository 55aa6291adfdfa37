import { readFileSync } from 'node:fs'
import { type SchemeName, schemeNames } from '../model/signatures.ts'
import { foreignText } from '../openapi/foreignText.ts'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { UNREACHABLE } from './program/exitCodes.ts'
import { duration, required } from './program/values.ts'

const schemes = schemeNames.filter((name) => name !== 'none')

const flags = {
  secret: { type: 'string', value: 'SECRET', help: 'Secret that the receiver verifies signatures with.' },
  scheme: {
    type: 'string',
    value: 'NAME',
    default: 'timestamped',
    choices: schemes,
    help: 'Signature scheme of the deliveries.',
  },
  header: {
    type: 'string',
    value: 'NAME',
    help: "Header of the signature, if it is not the scheme's default.",
  },
  'timestamp-header': {
    type: 'string',
    value: 'NAME',
    help: 'Additional header with the time of the signature. "none" sends no such header.',
  },
  body: {
    type: 'string',
    value: 'FILE',
    help: 'Event in JSON, of a type that the receiver supports. Each delivery gets its own "id".',
  },
  ca: { type: 'string', value: 'FILE', help: "CA certificate (PEM) that issued the receiver's certificate." },
  timeout: { type: 'string', value: 'DURATION', default: '30s', help: 'Time for each response.' },
  verbose: { type: 'boolean', help: 'Also show the checks that passed.' },
} as const

/** `specwright conform-receiver`: valid and invalid deliveries for a webhook receiver. */
export const conformReceiver = defineCommand({
  name: 'conform-receiver',
  description:
    'Send valid and forged deliveries to the webhook receiver at URL: wrong digests, old and future times, missing parts, changed bytes, repeats, other orders, slow and large deliveries.',
  operands: '<url>',
  flags,
  examples: [
    ['conform-receiver http://localhost:3000/webhooks --secret "$SECRET"', 'Test a receiver'],
    [
      'conform-receiver http://localhost:3000/webhooks --secret "$SECRET" --scheme standard-webhooks --verbose',
      'Use another signature scheme, and show what passed',
    ],
  ],
  async run(given, terminal, [url = '']) {
    const { checkReceiver, likelyCause } = await import('../conformance/receiver/checkReceiver.ts')
    if (!/^https?:/.test(url)) throw new UsageError(`Received "${url}"; expected an http(s) URL.`)
    const name = given.scheme
    let wrong = 0
    try {
      const verdicts = await checkReceiver({
        url,
        secret: required('secret', given.secret),
        scheme: await schemeFrom(name, given.header, given['timestamp-header']),
        ca: given.ca === undefined ? undefined : readFileSync(given.ca, 'utf8'),
        timeout: duration('timeout', given.timeout, 600_000),
        now: () => Date.now(),
        event: eventFrom(given.body),
        report({ name: what, statuses, problem }) {
          if (problem !== undefined) {
            wrong++
            terminal.print(foreignText(`✗ ${what}: ${problem}`))
          } else if (given.verbose) terminal.print(`✓ ${what}: ${statuses.join(', ')}`)
        },
      })
      const cause = likelyCause(verdicts)
      if (cause !== undefined) terminal.print(`Most likely ${cause}.`)
      terminal.print(`${verdicts.length - wrong} of ${verdicts.length} as expected.`)
      return wrong > 0 ? 1 : 0
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      terminal.print(foreignText(`${url} does not respond: ${message}`))
      return UNREACHABLE
    }
  },
})

async function schemeFrom(
  name: Exclude<SchemeName, 'none'>,
  header: string | undefined,
  stamp: string | undefined,
) {
  const { schemeOf } = await import('../model/signatures.ts')
  const scheme = schemeOf(name, header === undefined ? {} : { header })
  if (scheme === undefined) throw new UsageError(`--scheme received "${name}".`)
  // The source's own scheme sends the time twice. Another header name means another sender.
  const own = name === 'timestamped' && header === undefined ? 'X-Service-Timestamp' : scheme.timestampHeader
  const timestampHeader = stamp === 'none' ? undefined : (stamp ?? own)
  const { timestampHeader: _, ...rest } = scheme
  return timestampHeader === undefined ? rest : { ...rest, timestampHeader }
}

/** The given event, or a plain one, with its own id and time. */
function eventFrom(file: string | undefined): (id: string, createdAt: string) => Buffer {
  let sample: Record<string, unknown> = { id: '', type: 'conformance.test', createdAt: '', data: { n: 1 } }
  if (file !== undefined) {
    try {
      sample = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    } catch (error) {
      throw new UsageError(`--body ${file}: ${(error as Error).message}`)
    }
  }
  return (id, createdAt) =>
    Buffer.from(JSON.stringify({ ...sample, id, ...('createdAt' in sample && { createdAt }) }))
}
