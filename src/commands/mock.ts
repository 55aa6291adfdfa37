import { randomBytes } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../service/runtime/clock.ts'
import { reservePort } from '../service/transport/bind.ts'
import { authorityPath, localCertificates } from '../service/transport/certificates.ts'
import {
  basePathOf,
  type ContractDocument,
  formatDocumentFinding,
  loadDocument,
  objectAt,
  readDocument,
} from '../toolkit/contract/index.ts'
import { watchFiles } from '../toolkit/design/watchFiles.ts'
import type { EventSender } from '../toolkit/mock/events.ts'
import type { Mock, MockSettings } from '../toolkit/mock/mock.ts'
import { type FlagValues, type Terminal, UsageError } from './command.ts'
import { makeDataDirectory } from './dataDirectory.ts'
import { defineCommand } from './defineCommand.ts'
import { wholeNumber } from './parseFlags.ts'

const flags = {
  openapi: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'OpenAPI document; may be given several times. Without one, the documents of this service.',
  },
  asyncapi: { type: 'string', value: 'FILE', help: 'AsyncAPI document of the events to send.' },
  stateful: { type: 'boolean', help: 'Keeps what is posted: it can be read, listed, changed and deleted.' },
  seeded: {
    type: 'boolean',
    help: 'With --stateful: begins with the items that the documents show, rather than with nothing.',
  },
  dynamic: { type: 'boolean', help: 'Makes answers up from the schemas rather than from the examples.' },
  seed: { type: 'string', value: 'TEXT', default: '1', help: 'The same seed makes the same values up.' },
  key: {
    type: 'string',
    multiple: true,
    value: 'KEY[=SCOPES]',
    help: 'A credential that is taken, with its scopes separated by spaces, or all; without the flag any is.',
  },
  'rate-limit': {
    type: 'string',
    value: 'COUNT',
    help: 'Requests a minute for each credential, then 429; 0 never refuses. Default: what the examples show.',
  },
  flaky: { type: 'string', value: 'SHARE', default: '0%', help: 'Share of requests that fail, such as 5%.' },
  latency: { type: 'string', value: 'TIME', default: '0ms', help: 'Wait before each answer, such as 200ms.' },
  'webhook-url': {
    type: 'string',
    value: 'URL',
    help: 'Where signed events go, after the calls that raise them.',
  },
  'webhook-secret': {
    type: 'string',
    value: 'WHSEC',
    help: 'Signs the events; made up and printed when left out.',
  },
  tls: { type: 'boolean', help: 'Serves HTTPS, with a certificate of the local authority in --data-dir.' },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    default: './data',
    help: 'Where --tls keeps its authority.',
  },
  port: { type: 'string', value: 'PORT', default: '4010', help: 'Port to listen on; 0 takes any free one.' },
  host: { type: 'string', value: 'ADDRESS', default: '127.0.0.1', help: 'Address to listen on.' },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'Accept requests with this name in the Host header too, such as the name of a container; * accepts any. Accepted anyway: localhost, IP addresses and --host.',
  },
  'control-token': {
    type: 'string',
    value: 'TOKEN',
    help: 'Token that pages of other origins send as X-Mock-Token to control paths such as /__mock/reset. Default: a random one, which is printed.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

type Given = FlagValues<typeof flags>

/** `prompt-service mock`: an API made of its document alone, to write a client against; until SIGTERM or SIGINT. */
export const mock = defineCommand({
  name: 'mock',
  description:
    'Refuses what the document refuses (credentials, scopes, invalid requests, limits), in the\ndocument\'s own form, and answers the rest with its examples, or from its schemas. Choose\nanswers with the "Prefer" header: "Prefer: code=404", "Prefer: example=NAME", "Prefer:\ndynamic=true", "Prefer: seed=7", "Prefer: delay=500". The credential "invalid"\nis refused, "expired" too. POST /__mock/reset forgets what was posted;\nPOST /__mock/events/<type> sends an event. Documents are read again when they change.',
  flags,
  run: serve,
})

const own = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const OWN_DOCUMENTS = ['generated/openapi.v1.json', 'generated/openapi.oauth.json']

async function serve(given: Given, { print }: Terminal): Promise<number> {
  const port = wholeNumber('port', given.port, 0, 65_535)
  const reservation = await reservePort({ host: given.host, port, portFlag: '--port' })
  reservation.close()
  // They load optional peers, which need not be there for the help.
  const [{ createEventSender }, { listenAsMock }, { createMock }] = await Promise.all([
    import('../toolkit/mock/events.ts'),
    import('../toolkit/mock/listen.ts'),
    import('../toolkit/mock/mock.ts'),
  ])
  const files = given.openapi.length > 0 ? given.openapi.map((file) => resolve(file)) : OWN_DOCUMENTS.map(own)
  const eventsFile =
    given.asyncapi ?? (given.openapi.length === 0 ? own('generated/asyncapi.json') : undefined)
  const secret = given['webhook-secret'] ?? `whsec_${randomBytes(32).toString('base64')}`
  const url = given['webhook-url']
  const events =
    url === undefined || eventsFile === undefined
      ? undefined
      : createEventSender(loadDocument(eventsFile), { url: webhookUrl(url), secret, now: Date.now })
  if (url !== undefined && events === undefined)
    throw new UsageError('--webhook-url needs --asyncapi FILE, the document of the events to send.')
  if (given.seeded && !given.stateful)
    throw new UsageError('--seeded received no --stateful; expected both, for what is shown is kept.')
  const settings = { ...settingsOf(given, events), warn: print }
  const read = (file: string) => {
    const document = readDocument(file)
    for (const finding of document.findings) print(formatDocumentFinding(finding))
    return document
  }
  const load = async () => {
    const documents = files.map(read)
    const mocks = await Promise.all(documents.map((document) => createMock(document, settings)))
    return { mocks, files: files.flatMap((file, index) => filesOf(file, documents[index])) }
  }
  let loaded = await load()
  const tls = given.tls ? await certificate(given) : undefined
  const controlToken = given['control-token'] ?? randomBytes(16).toString('hex')
  const listener = await listenAsMock({
    host: given.host,
    port,
    allowedHosts: given['allow-host'],
    controlToken,
    tls: tls?.pair,
    mocks: () => loaded.mocks,
    events,
    largest: 16 * 1024 * 1024,
  })
  // One reading at a time, so that the last save counts.
  let reading: Promise<void> = Promise.resolve()
  const watch = watchFiles(() => {
    reading = reading.then(async () => {
      try {
        loaded = await load()
        watch.set(loaded.files)
        print('Read the documents again.')
      } catch (error) {
        print(`The documents cannot be read; what was read before stays. ${(error as Error).message}`)
      }
    })
  })
  watch.set(loaded.files)
  const scheme = given.tls ? 'https' : 'http'
  const origin = `${scheme}://${given.host}:${listener.port}`
  print(`Mock of ${files.length === 1 ? files[0] : `${files.length} documents`} at ${origin}`)
  for (const line of waysIn(loaded.mocks, origin, given)) print(`  ${line}`)
  print(`  Token of the control paths for pages of other origins (X-Mock-Token): ${controlToken}`)
  if (tls !== undefined) print(`Its certificate comes from ${tls.authority}.`)
  if (url !== undefined) print(`Events go to ${url}, signed with ${secret}.`)
  return new Promise((stopped) => {
    const stop = () => {
      watch.close()
      void listener.close().then(() => stopped(0))
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}

/** What a client has to know: where each API begins, which key is taken, and how to see something at once. */
function waysIn(mocks: readonly Mock[], origin: string, given: Given): string[] {
  const bases = mocks.map(({ api }) => {
    const { title } = objectAt(api.document.root, 'info')
    return `${String(title ?? 'API')}: ${origin}${basePathOf(api.document)}`
  })
  const keys =
    given.key.length > 0 ? 'The keys of --key are taken.' : 'Any key is taken but "invalid" and "expired".'
  const beginning = given.seeded ? 'at first there is what the documents show' : 'there is nothing yet'
  const kept = given.stateful
    ? `What is posted is kept; ${beginning}. POST ${origin}/__mock/reset forgets it.`
    : 'Answers are examples, and nothing is kept; --stateful keeps what is posted.'
  return [...bases, keys, kept]
}

function settingsOf(given: Given, events: EventSender | undefined): MockSettings {
  const limit = given['rate-limit']
  const keys = new Map(
    given.key.map((text): [string, readonly string[] | 'all'] => {
      const [key = '', scopes] = text.split(/=(.*)/s)
      return [key, scopes === undefined || scopes === 'all' ? 'all' : scopes.split(/[ ,]+/)]
    }),
  )
  return {
    stateful: given.stateful,
    seeded: given.seeded,
    dynamic: given.dynamic,
    seed: given.seed,
    ...(keys.size > 0 && { keys }),
    rateLimit: limit === undefined ? undefined : wholeNumber('rate-limit', limit, 0, 1_000_000_000),
    flaky: share(given.flaky),
    latency: milliseconds(given.latency),
    now: Date.now,
    random: Math.random,
    wait: (time) => (time > 0 ? setTimeout(time) : Promise.resolve()),
    onSuccess(operation, answer) {
      for (const type of events?.raisedBy(operation.operationId, operation.method) ?? []) {
        const data =
          typeof answer.body === 'object' && answer.body !== null ? { data: answer.body as object } : {}
        void events?.send(type, data as Record<string, never>)
      }
    },
  }
}

function share(text: string): number {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(text)?.[1]
  const value = percent === undefined ? Number(text) : Number(percent) / 100
  if (!(value >= 0 && value <= 1))
    throw new UsageError(`--flaky received "${text}"; expected a share such as 5%.`)
  return value
}

function milliseconds(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(text) ?? []
  const value = Number(number) * (unit === 's' ? 1000 : 1)
  if (number === undefined || value > 60_000)
    throw new UsageError(`--latency received "${text}"; expected a time of at most a minute, such as 200ms.`)
  return value
}

function webhookUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new UsageError(
      `--webhook-url received "${text}"; expected an address that begins with http:// or https://.`,
    )
  return text
}

async function certificate(
  given: Given,
): Promise<{ pair: { key: string; cert: string }; authority: string }> {
  const directory = join(makeDataDirectory(resolve(given['data-dir'])).path, 'mock')
  const certificates = await localCertificates({ directory, hosts: [given.host], clock: systemClock })
  certificates.stop()
  const { key, cert } = certificates.current()
  return { pair: { key, cert }, authority: authorityPath(directory) }
}

/** The files that a document is read from. */
function filesOf(file: string, document: ContractDocument | undefined): string[] {
  const others = Object.keys(objectAt(document?.root ?? {}, 'x-files'))
  return [file, ...others.map((name) => resolve(dirname(file), name))]
}
