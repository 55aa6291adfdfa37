import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { watchFiles } from '../design/watchFiles.ts'
import type { EventSender } from '../mock/events.ts'
import type { MockRecording } from '../mock/listen.ts'
import type { Mock, MockSettings } from '../mock/mock.ts'
import { reservePort } from '../network/bind.ts'
import { authorityPath, localCertificates } from '../network/certificates.ts'
import { systemClock } from '../network/clock.ts'
import { type ContractDocument, formatDocumentFinding, isObject, objectAt } from '../openapi/document.ts'
import { loadDocument, readDocument } from '../openapi/load.ts'
import { basePathOf } from '../openapi/match.ts'
import { plural } from '../openapi/plural.ts'
import { documentsOf } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { onEndingSignals } from './program/endingSignals.ts'
import { requireWritable } from './program/givenFile.ts'
import { note } from './program/output.ts'
import { duration, wholeNumber } from './program/values.ts'
import { withLocalCopies } from './remoteDocuments.ts'

const flags = {
  stateful: {
    type: 'boolean',
    help: 'Store created resources, so that they can be read, listed, changed and deleted.',
  },
  seeded: {
    type: 'boolean',
    help: 'Start with the resources that the documents show as examples. Requires --stateful.',
  },
  dynamic: { type: 'boolean', help: 'Generate responses from the schemas instead of returning examples.' },
  seed: { type: 'string', value: 'TEXT', default: '1', help: 'Seed for generated values.' },
  key: {
    type: 'string',
    multiple: true,
    value: 'KEY[=SCOPES]',
    help: 'Accept this credential, with its scopes separated by spaces, or "all". Default: any credential.',
  },
  'rate-limit': {
    type: 'string',
    value: 'COUNT',
    help: 'Requests per minute for each credential, then 429; 0 for no limit. Default: the limit of the examples.',
  },
  flaky: { type: 'string', value: 'SHARE', default: '0%', help: 'Share of requests that fail, such as 5%.' },
  latency: {
    type: 'string',
    value: 'DURATION',
    default: '0ms',
    help: 'Delay of each response, such as 200ms.',
  },
  'webhook-url': {
    type: 'string',
    value: 'URL',
    help: 'URL that receives signed events after the calls that raise them.',
  },
  'webhook-secret': {
    type: 'string',
    value: 'WHSEC',
    help: 'Secret that signs the events. Default: a random one, which is printed.',
  },
  record: {
    type: 'string',
    value: 'FILE',
    help: 'Write all requests and responses to FILE (HTTP Archive, .har) when the mock stops. Credentials are left out.',
  },
  tls: { type: 'boolean', help: 'Serve HTTPS, with a certificate issued by the local CA in --data-dir.' },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    default: './data',
    help: 'Folder of the CA of --tls.',
  },
  port: { type: 'string', value: 'PORT', default: '4010', help: 'Port to listen on; 0 for any free port.' },
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
} as const

type Given = FlagValues<typeof flags>

/** `specwright mock`: an API made only of its document, to write a client against; until SIGTERM or SIGINT. */
export const mock = defineCommand({
  name: 'mock',
  description:
    'Serve an API from its OpenAPI document. Invalid requests, missing scopes, the credentials "invalid" and "expired", and too many requests get the document\'s own error responses. Valid requests get its examples, or values from its schemas. Documents are read again when they change.\n\nChoose a response with the "Prefer" header: code=404, example=NAME, dynamic=true, seed=7, delay=500. POST /__mock/reset deletes stored resources. POST /__mock/events/TYPE sends an event.\n\nDOCUMENT is a file or a URL. An AsyncAPI document describes the events. Default: all that redocly.yaml lists, else openapi.yaml.',
  operands: '[document...]',
  flags,
  examples: [
    ['mock openapi.yaml --stateful', 'Serve a document and store what is created'],
    [
      'mock openapi.yaml asyncapi.yaml --webhook-url http://localhost:3000/webhooks',
      'Send signed events to an application',
    ],
  ],
  run: (given, terminal, words) => withLocalCopies(words, terminal, (files, own) => serve(given, own, files)),
})

async function serve(given: Given, terminal: Terminal, words: string[]): Promise<number> {
  const { print } = terminal
  if (given.seeded && !given.stateful) throw new UsageError('--seeded requires --stateful.')
  const documentFiles = documentsOf(words).map(({ file }) => resolve(file))
  const port = wholeNumber('port', given.port, 0, 65_535)
  const reservation = await reservePort({ host: given.host, port, portFlag: '--port' })
  reservation.close()
  // They load optional peers, which need not be there for the help.
  const [{ createEventSender }, { createRecording, listenAsMock }, { createNodeMock }] = await Promise.all([
    import('../mock/events.ts'),
    import('../mock/listen.ts'),
    import('../mock/nodeMock.ts'),
  ])
  const first = new Map(documentFiles.map((file) => [file, readDocument(file)]))
  const eventFiles = documentFiles.filter((file) => first.get(file)?.kind === 'asyncapi')
  const files = documentFiles.filter((file) => !eventFiles.includes(file))
  const [eventsFile] = eventFiles
  if (files.length === 0)
    throw new UsageError('Only AsyncAPI documents were named. Name the OpenAPI document to serve as well.')
  if (eventFiles.length > 1)
    throw new UsageError(`Received ${eventFiles.length} AsyncAPI documents; expected at most one.`)
  const secret = given['webhook-secret'] ?? `whsec_${randomBytes(32).toString('base64')}`
  const url = given['webhook-url']
  const events =
    url === undefined || eventsFile === undefined
      ? undefined
      : createEventSender(loadDocument(eventsFile), { url: webhookUrl(url), secret, now: Date.now })
  if (url !== undefined && events === undefined)
    throw new UsageError('--webhook-url requires an AsyncAPI document. Name it after the OpenAPI document.')
  const settings = { ...settingsOf(given, events), warn: print }
  const read = (file: string) => {
    const document = first.get(file) ?? readDocument(file)
    first.delete(file)
    for (const finding of document.findings) print(formatDocumentFinding(finding))
    return document
  }
  const load = async () => {
    const documents = files.map(read)
    const mocks = await Promise.all(documents.map((document) => createNodeMock(document, settings)))
    return { mocks, files: files.flatMap((file, index) => filesOf(file, documents[index])) }
  }
  let loaded = await load()
  if (given.record !== undefined) requireWritable('--record', given.record)
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
    record: given.record === undefined ? undefined : (...exchange) => recording?.add(...exchange),
  })
  // One reading at a time, so that the last save counts.
  let reading: Promise<void> = Promise.resolve()
  const watch = watchFiles(() => {
    reading = reading.then(async () => {
      try {
        loaded = await load()
        watch.set(loaded.files)
        note(terminal, 'Read the documents again.')
      } catch (error) {
        print(`The documents cannot be read; what was read before stays. ${(error as Error).message}`)
      }
    })
  })
  watch.set(loaded.files)
  const scheme = given.tls ? 'https' : 'http'
  const origin = `${scheme}://${given.host}:${listener.port}`
  const recording =
    given.record === undefined ? undefined : createRecording(origin, secretHeaders(loaded.mocks), Date.now)
  // Before the first line is printed: a program that reads it may stop the mock immediately.
  const stopped = new Promise<number>((resolve, reject) => {
    const stop = () => {
      watch.close()
      listener
        .close()
        .then(() => {
          if (recording !== undefined) writeRecording(terminal, given.record ?? '', recording)
          resolve(0)
        })
        .catch(reject)
    }
    onEndingSignals(process, stop)
  })
  const [file = ''] = files.map((one) => relative(process.cwd(), one).replaceAll('\\', '/') || one)
  print(`Mock of ${files.length === 1 ? file : `${files.length} documents`} at ${origin}`)
  for (const line of waysIn(loaded.mocks, origin, given)) note(terminal, `  ${line}`)
  note(terminal, `  Token of the control paths for pages of other origins (X-Mock-Token): ${controlToken}`)
  if (tls !== undefined) note(terminal, `Its certificate comes from ${tls.authority}.`)
  if (url !== undefined) note(terminal, `Events go to ${url}, signed with ${secret}.`)
  return stopped
}

/** Headers that carry credentials. */
function secretHeaders(mocks: readonly Mock[]): Set<string> {
  const named = mocks.flatMap(({ api }) =>
    Object.values(objectAt(objectAt(api.document.root, 'components'), 'securitySchemes')).flatMap((scheme) =>
      isObject(scheme) && scheme.in === 'header' ? [String(scheme.name).toLowerCase()] : [],
    ),
  )
  return new Set(['authorization', 'cookie', 'proxy-authorization', ...named])
}

function writeRecording(terminal: Terminal, file: string, recording: MockRecording): void {
  const { text, count, leftOut } = recording.archive()
  writeFileSync(file, text)
  const rest = leftOut === 0 ? '' : ` ${leftOut} more are left out, because the recording is long enough.`
  note(terminal, `Wrote ${plural(count, 'exchange')} to ${file}.${rest}`)
}

/** The start for clients: the base of each API, the accepted key, and a first request. */
function waysIn(mocks: readonly Mock[], origin: string, given: Given): string[] {
  const bases = mocks.map(({ api }) => {
    const { title } = objectAt(api.document.root, 'info')
    return `${String(title ?? 'API')}: ${origin}${basePathOf(api.document)}`
  })
  const keys =
    given.key.length > 0
      ? 'The keys of --key are accepted.'
      : 'Any key is accepted except "invalid" and "expired".'
  const beginning = given.seeded ? 'the examples of the documents are there' : 'there are none yet'
  const storage = given.stateful
    ? `Created resources are stored; ${beginning}. POST ${origin}/__mock/reset deletes them.`
    : 'Responses are examples, and nothing is stored; use --stateful to store created resources.'
  return [...bases, keys, storage]
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
    latency: duration('latency', given.latency, 60_000),
    now: Date.now,
    random: Math.random,
    wait: (time) => (time > 0 ? setTimeout(time) : Promise.resolve()),
    onSuccess(operation, response) {
      for (const type of events?.raisedBy(operation.operationId, operation.method) ?? []) {
        const data =
          typeof response.body === 'object' && response.body !== null ? { data: response.body as object } : {}
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
  const directory = join(resolve(given['data-dir']), 'mock')
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
