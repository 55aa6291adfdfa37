import { setTimeout } from 'node:timers/promises'
import { type PageServer, servePages } from '../design/pageServer.ts'
import { NothingToDesign, type Project, projectAt } from '../design/project.ts'
import { plainView, screenView } from '../design/view.ts'
import { listenAsMock, type MockListener } from '../mock/listen.ts'
import type { Mock, MockSettings } from '../mock/mock.ts'
import { documentsOf } from './documents.ts'
import { type FlagValues, type Terminal, UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'
import { onEndingSignals } from './program/endingSignals.ts'
import { painter } from './program/output.ts'
import { wholeNumber } from './program/values.ts'

const flags = {
  against: {
    type: 'string',
    value: 'FILE',
    help: 'Released document to compare with. Default: the latest one in a folder "released" next to the document or one level up.',
  },
  port: {
    type: 'string',
    value: 'PORT',
    default: '4020',
    help: 'Port of the docs page; 0 for any free port.',
  },
  'mock-port': {
    type: 'string',
    value: 'PORT',
    default: '4030',
    help: 'Port of the mock; 0 for any free port.',
  },
  host: { type: 'string', value: 'ADDRESS', default: '127.0.0.1', help: 'Address to listen on.' },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'Accept requests with this name in the Host header too; * accepts any.',
  },
  'no-compile': { type: 'boolean', help: 'Do not run the TypeScript compiler.' },
} as const

/** `specwright design`: feedback on documents while they are written; until SIGTERM or SIGINT. */
export const design = defineCommand({
  name: 'design',
  description:
    'Watch documents. After each save, show lint findings, breaking changes since the release, the docs page, the mock, generated code, and what no longer compiles. The last readable state stays served while a document cannot be read. Ends on Ctrl+C.\n\nDOCUMENT is a file. Default: all that redocly.yaml lists, else openapi.yaml.',
  operands: '[document...]',
  examples: [
    ['design openapi.yaml', 'Watch a document'],
    ['design openapi.yaml --against released/1.4.0.yaml', 'Compare each save with a release'],
  ],
  flags,
  async run(given, terminal, words) {
    return watch(
      given,
      find(
        documentsOf(words).map(({ file }) => file),
        given,
      ),
      terminal,
    )
  },
})

function find(paths: readonly string[], given: FlagValues<typeof flags>): Project {
  try {
    const project = projectAt(process.cwd(), paths, given.against)
    return given['no-compile'] ? { ...project, compiler: undefined } : project
  } catch (error) {
    throw error instanceof NothingToDesign ? new UsageError(error.message) : error
  }
}

async function watch(given: FlagValues<typeof flags>, project: Project, terminal: Terminal): Promise<number> {
  const { print, screen } = terminal
  const { host, 'allow-host': allowedHosts } = given
  const names = project.documents.map(({ name }) => name)
  const pages: PageServer = await servePages(names, {
    host,
    allowedHosts,
    port: wholeNumber('port', given.port, 0, 65_535),
  }).catch((error: unknown) => reject(error, `--port ${given.port}`))
  let mocks: () => readonly Mock[] = () => []
  const mock: MockListener = await listenAsMock({
    host,
    allowedHosts,
    port: wholeNumber('mock-port', given['mock-port'], 0, 65_535),
    mocks: () => mocks(),
    events: undefined,
    largest: 16 * 1024 * 1024,
  }).catch(async (error: unknown) => {
    await pages.close()
    return reject(error, `--mock-port ${given['mock-port']}`)
  })
  const head = [
    `Docs of ${names.join(', ')} at http://${host}:${pages.port}/`,
    `Mock at http://${host}:${mock.port}`,
    ...project.leftOut.map((what) => `Left out: ${what}.`),
  ]
  if (screen === undefined) for (const line of head) print(line)
  const events = screen === undefined ? plainView(print) : screenView(screen, head, painter(terminal))
  // Loaded here, for what it needs is optional, and the help of a command needs none of it.
  const { startLoop } = await import('../design/loop.ts')
  const loop = startLoop({ project, pages, mock: SETTINGS, events, now: Date.now })
  mocks = loop.mocks
  return new Promise((stopped) => {
    const stop = () => {
      void Promise.all([loop.stop(), pages.close(), mock.close()]).then(() => stopped(0))
    }
    onEndingSignals(process, stop)
  })
}

function reject(error: unknown, flag: string): never {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
  throw new UsageError(`${flag} is in use by another program. Use another port, or 0 for any free port.`)
}

const SETTINGS: MockSettings = {
  stateful: false,
  dynamic: false,
  seed: '1',
  flaky: 0,
  latency: 0,
  now: Date.now,
  random: Math.random,
  wait: (time) => (time > 0 ? setTimeout(time) : Promise.resolve()),
}
