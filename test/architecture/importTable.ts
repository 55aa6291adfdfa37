const DOCUMENTS_AND_SCHEMAS = ['toolkit/openapi', 'toolkit/schema'] as const
const BASE = [...DOCUMENTS_AND_SCHEMAS, 'toolkit/model'] as const

/**
 * Which room of `src/` may import what. A room is a folder or a file directly below `src/`, `src/service/` or
 * `src/toolkit/`; each entry is a path without `src/`, a folder for everything in it. A room of the service that may
 * not import another one gets its functions from `app.ts`. Code of another package is imported by the
 * package's name, see `PACKAGES`. Of an entry that begins
 * with `type` only types may be imported.
 */
export const ROOMS: Record<string, readonly string[]> = {
  'service/cli': ['generated', 'service'],
  'service/app.ts': ['generated', 'service'],
  'service/environment.ts': ['generated', 'service'],
  'service/errors.ts': [],
  'service/runtime': [],
  'service/transport': ['service/errors.ts', 'service/runtime'],
  'service/storage': ['service/errors.ts', 'service/runtime'],
  'service/secrets': ['service/errors.ts', 'service/runtime', 'service/storage/database.ts'],
  'service/jobs': ['service/errors.ts', 'service/runtime', 'service/storage/database.ts'],
  'service/retention': ['service/runtime', 'service/storage/database.ts'],
  'service/template': ['service/errors.ts'],
  // The codes of RFC 6749, next to those of the service API.
  'service/oauthErrors.ts': ['generated'],
  // JSON and forms as the service accepts them.
  'service/syntax': ['generated', 'service/errors.ts', 'service/oauthErrors.ts'],
  'service/schemas': [],
  'service/models': ['service/errors.ts', 'service/runtime'],
  'service/events': [
    'generated',
    'service/errors.ts',
    'service/runtime',
    'service/storage/database.ts',
    'service/jobs',
    'service/secrets',
    'service/transport',
  ],
  // The counts, and their form for Prometheus.
  'service/metrics': [
    'type service/events/delivery/attempts.ts',
    'type service/jobs/jobs.ts',
    'type service/storage/maintenance.ts',
    'service/server/operationName.ts',
    'type service/transport',
  ],
  // The pipeline of every request, for any document; it knows no feature.
  'service/server': [
    'generated',
    'service/errors.ts',
    'service/runtime',
    'service/storage/database.ts',
    'service/secrets',
    'service/models/models.ts',
    'service/jobs/jobs.ts',
    'service/events/outbox.ts',
    'service/resources',
    'service/oauthErrors.ts',
    'service/syntax',
  ],
  // The common code of handlers.
  'service/resources': ['service/errors.ts', 'service/runtime', 'service/storage/database.ts'],
  // In addition to its own folder and the queries.ts of the others.
  'service/features': [
    'generated',
    'service/errors.ts',
    'service/runtime',
    'service/storage/database.ts',
    'service/events/outbox.ts',
    'service/jobs/jobs.ts',
    'service/models',
    'service/template',
    'service/schemas',
    'service/secrets/keyring.ts',
    'service/resources',
    'service/storage/rowMemory.ts',
    'service/oauthErrors.ts',
    'service/syntax',
    // How a request is served does not concern them; their input and their responses have its types.
    'type service/server',
  ],
  'service/pages': [
    'generated',
    'service/errors.ts',
    'service/oauthErrors.ts',
    'service/syntax',
    'service/runtime',
    'service/secrets/keyring.ts',
    'service/storage/database.ts',
    'service/server',
    'service/features/*/queries.ts',
  ],
  client: ['generated'],
  // The base layers of the toolkit, each above the one before: documents, schemas and values, what the API means.
  'toolkit/openapi': [],
  'toolkit/schema': ['toolkit/openapi'],
  'toolkit/model': [...DOCUMENTS_AND_SCHEMAS],
  // Colors, type and frames of what people look at.
  'toolkit/theme': [],
  // Ports, certificates, clocks, bodies that never end, and which requests a local server trusts.
  'toolkit/network': [],
  // The code between a request and its operation, for mocks and servers.
  'toolkit/requests': [...BASE, 'toolkit/network'],
  // The checks of single responses, for servers and the kit.
  'toolkit/responses': [...BASE],
  // The tools. None imports another.
  'toolkit/conformance': [...BASE, 'toolkit/network', 'toolkit/responses', 'toolkit/theme'],
  'toolkit/mock': [...BASE, 'toolkit/network', 'toolkit/requests'],
  'toolkit/matchers': [...BASE, 'toolkit/responses'],
  'toolkit/server': [...BASE, 'toolkit/requests', 'toolkit/responses'],
  'toolkit/generate': ['toolkit/openapi', 'toolkit/schema', 'toolkit/model'],
  'toolkit/lint': [...BASE, 'toolkit/theme'],
  'toolkit/stub': ['toolkit/openapi'],
  'toolkit/mutate': [...BASE, 'toolkit/network', 'toolkit/theme'],
  'toolkit/diff': [...BASE, 'toolkit/theme'],
  'toolkit/docs': [...BASE, 'toolkit/theme'],
  // These put tools together. Of a tool they import its entry only.
  'toolkit/lsp': [...BASE, 'toolkit/diff/index.ts', 'toolkit/lint/index.ts'],
  'toolkit/init': ['toolkit/openapi', 'toolkit/generate/index.ts', 'toolkit/stub/texts.ts'],
  'toolkit/design': [
    'toolkit/theme',
    'toolkit/openapi',
    'toolkit/network',
    'toolkit/diff/index.ts',
    'toolkit/docs/index.ts',
    'toolkit/generate/index.ts',
    'toolkit/lint/index.ts',
    'toolkit/mock/mock.ts',
    'toolkit/mock/nodeMock.ts',
  ],
  'toolkit/cli': [
    'toolkit/theme',
    'toolkit/openapi',
    'toolkit/model',
    'toolkit/network',
    'toolkit/conformance/conform.ts',
    // The parts for the flags and the help, without loading the kit.
    'toolkit/conformance/report/rulePage.ts',
    'toolkit/conformance/ruleCatalogue.ts',
    'toolkit/conformance/receiver/checkReceiver.ts',
    'toolkit/design/loop.ts',
    'toolkit/design/pageServer.ts',
    'toolkit/design/project.ts',
    'toolkit/design/view.ts',
    'toolkit/design/watchFiles.ts',
    'toolkit/diff/index.ts',
    'toolkit/docs/index.ts',
    'toolkit/generate/index.ts',
    'toolkit/init/fromDocument.ts',
    'toolkit/init/startingProject.ts',
    'toolkit/lint/index.ts',
    'toolkit/lsp/index.ts',
    'toolkit/mock/events.ts',
    'toolkit/mock/listen.ts',
    'toolkit/mock/mock.ts',
    'toolkit/mock/nodeMock.ts',
    'toolkit/mutate/faults/families.ts',
    'toolkit/mutate/index.ts',
    'toolkit/stub/stubs.ts',
  ],
}

/** Published entries of the toolkit. Its own files import the defining file, which loads less. */
export const PUBLISHED_ENTRIES = [
  'src/toolkit/cli/program/index.ts',
  'src/toolkit/conformance/index.ts',
  'src/toolkit/matchers/coverageReporter.ts',
  'src/toolkit/matchers/jest.ts',
  'src/toolkit/matchers/vitest.ts',
  'src/toolkit/mock/index.ts',
  'src/toolkit/mock/msw.ts',
  'src/toolkit/network/index.ts',
  'src/toolkit/openapi/index.ts',
  'src/toolkit/openapi/text.ts',
  'src/toolkit/openapi/validation.ts',
  'src/toolkit/requests/index.ts',
  'src/toolkit/server/index.ts',
  'src/toolkit/theme/index.ts',
]

/** The folders directly below these import each other in one direction only, types included. */
export const LAYERED_FOLDERS = [
  'src/toolkit',
  'src/toolkit/conformance',
  'src/toolkit/diff',
  'src/toolkit/docs',
  'src/toolkit/mock',
  'src/toolkit/mutate',
  'src/toolkit/schema',
]

/** Names that do not describe the contents. */
export const FORBIDDEN_FOLDERS = [
  'utils',
  'util',
  'helpers',
  'common',
  'services',
  'controllers',
  'managers',
  'misc',
  'lib',
]

/** Only these files read the command line and the environment; everything else is given what it needs. */
export const READERS_OF_THE_PROCESS = [
  'src/toolkit/cli/main.ts',
  'src/toolkit/cli/program/startProgram.ts',
  'src/service/cli/main.ts',
]

/** The only file that imports the SQLite library, of which older and newer Nodes need different ones. */
export const SQLITE_DRIVER = 'src/service/storage/sqlite/driver.ts'

/** Which packages of this repository the code of a package may import, always by name. */
export const PACKAGES: Record<string, readonly string[]> = {
  toolkit: [],
  service: ['specwright', 'prompt-service-client'],
  client: [],
}
