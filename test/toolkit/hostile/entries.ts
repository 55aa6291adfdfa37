/** The functions that commands call with what strangers wrote, and the errors that these may throw. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAIN_MOCK } from '../../../scripts/mock/plainMock.ts'
import {
  ConfigError,
  createPlan,
  eventContractOf,
  hintsOf,
  planTrials,
  readConfig,
  readOAuthSettings,
  readWebhookSettings,
  runnerRules,
} from '../../../src/toolkit/conformance/conform.ts'
import { compareDocuments, IncomparableError, load } from '../../../src/toolkit/diff/index.ts'
import { buildSite } from '../../../src/toolkit/docs/index.ts'
import { inspectPages } from '../../../src/toolkit/lint/index.ts'
import { createDocumentMock } from '../../../src/toolkit/mock/mock.ts'
import { modelOf } from '../../../src/toolkit/model/apiModel.ts'
import {
  type ContractDocument,
  DocumentError,
  type JsonObject,
  loadContract,
  readDocument,
} from '../../../src/toolkit/openapi/index.ts'

/** Writes the documents of a case into one folder. */
export interface Folder {
  path(name: string): string
  write(name: string, document: JsonObject): string
}

export const folderAt = (folder: string): Folder => ({
  path: (name) => join(folder, name),
  write(name, document) {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify(document))
    return file
  },
})

const surroundings = { env: { KEY: 'k' }, readFile: () => 'secret' }

/** A message about the program itself, where one about the document was due. */
const DEFECT = /Cannot (read|set|convert)|is not a function|is not iterable|reading '|Maximum call stack/

/** Each entry with the errors that its documentation names. */
export interface Entry {
  name: string
  errors: readonly (abstract new (...given: never[]) => Error)[]
  run(): unknown
}

export const lintEntry = (file: string): Entry => ({
  name: 'lint',
  errors: [],
  async run() {
    for (const { message } of await inspectPages([{ file, alias: undefined }]))
      if (DEFECT.test(message)) throw new Error(`lint reports: ${message}`)
  },
})

/** Entries that read one document. */
export function documentEntries(file: string, original: string): Entry[] {
  return [
    { name: 'readDocument', errors: [DocumentError], run: () => readDocument(file) },
    { name: 'model', errors: [DocumentError], run: () => modelOf(readDocument(file)) },
    { name: 'diff', errors: [DocumentError, IncomparableError], run: () => compare(original, file) },
    { name: 'diff back', errors: [DocumentError, IncomparableError], run: () => compare(file, original) },
    { name: 'docs', errors: [DocumentError], run: () => buildSite({ root: '/', documents: { api: file } }) },
    { name: 'mock', errors: [DocumentError], run: () => mockEverything(readDocument(file)) },
    { name: 'plan', errors: [DocumentError, ConfigError], run: () => planOf(readDocument(file)) },
  ]
}

const compare = (one: string, two: string) => compareDocuments([{ old: load(one), new: load(two) }], 0)

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const ITEM = '/things/8a4f4a7e-4d0f-4d5c-9a53-0d1a4f6f1c11'
const TARGETS = [
  '/things',
  '/v1/things?limit=2&state=open',
  ITEM,
  `/v1${ITEM}`,
  `/v1${ITEM}/close`,
  '/v1/upload',
]

/** Both mocks: every response can be written as JSON, whatever the document contains. */
async function mockEverything(document: ContractDocument): Promise<void> {
  if (document.kind !== 'openapi') return
  for (const stateful of [false, true]) {
    const mock = createDocumentMock(document, { ...PLAIN_MOCK, stateful })
    for (const method of METHODS)
      for (const url of TARGETS) {
        const headers = { 'content-type': 'application/json', 'x-key': 'k', host: 'localhost' }
        const request = { method, url, headers, body: Buffer.from(method === 'GET' ? '' : '{"name":"a"}') }
        JSON.stringify(await mock.respond(request))
        JSON.stringify(
          await mock.respond({ ...request, headers: { ...headers, prefer: 'code=404, dynamic=true' } }),
        )
      }
  }
}

function planOf(
  document: ContractDocument,
  config: { hints: object; identities: never[] } = { hints: {}, identities: [] },
) {
  const hints = hintsOf(document, config)
  return planTrials(createPlan({ document, identities: config.identities, hints }), { rules: runnerRules })
}

export function overlayEntry(file: string, overlay: string): Entry {
  return {
    name: 'overlay',
    errors: [DocumentError],
    run: () => loadContract([file], { overlays: [overlay] }),
  }
}

export function workflowEntry(file: string, text: string): Entry {
  return {
    name: 'workflows',
    errors: [ConfigError],
    run: () => {
      const plan = createPlan({
        document: readDocument(file),
        identities: [],
        hints: {},
        workflows: [{ file: 'ways.json', text }],
      })
      return planTrials(plan, { rules: runnerRules })
    },
  }
}

export function configurationEntry(file: string, text: string): Entry {
  return {
    name: 'configuration',
    errors: [ConfigError],
    run: () => {
      const config = readConfig(text, surroundings)
      readWebhookSettings(config.webhooks, surroundings as never)
      readOAuthSettings(config.oauth, undefined, surroundings)
      return planOf(readDocument(file), config as never)
    },
  }
}

export function eventsEntry(file: string): Entry {
  return {
    name: 'events',
    errors: [DocumentError, ConfigError],
    run: () => eventContractOf(readDocument(file) as never),
  }
}

/** Throws what an entry throws that it may not throw, with its name. */
export async function requireKnownEnd({ name, errors, run }: Entry): Promise<void> {
  const began = process.cpuUsage()
  try {
    await run()
  } catch (error) {
    if (!errors.some((known) => error instanceof known))
      throw new Error(`${name}: ${(error as Error)?.stack ?? String(error)}`, { cause: error })
    if (DEFECT.test((error as Error).message)) throw new Error(`${name}: ${(error as Error).message}`)
  }
  const { user, system } = process.cpuUsage(began)
  if (user + system > 5_000_000) throw new Error(`${name}: took ${(user + system) / 1_000_000} s`)
}
