/**
 * Which room of `src/` may import what. A room is a folder or a file directly below `src/`, `src/service/` or
 * `src/toolkit/`; each entry is a path without `src/`, a folder standing for everything in it. What a room of the
 * service may not import it must be given by `app.ts`. Code of another package is imported by the
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
  // The codes of RFC 6749, beside those of the service API.
  'service/oauthErrors.ts': ['generated'],
  // JSON and forms as the service takes them.
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
  // What is counted, and how it is told to Prometheus.
  'service/metrics': [
    'type service/events/delivery/attempts.ts',
    'type service/jobs/jobs.ts',
    'type service/storage/maintenance.ts',
    'service/server/operationName.ts',
    'type service/transport',
  ],
  // What every request passes, whichever its document; it knows no feature.
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
  // What handlers share.
  'service/resources': ['service/errors.ts', 'service/runtime', 'service/storage/database.ts'],
  // Besides its own folder and the queries.ts of the others.
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
    // How a request is served is no matter of theirs; what they are given and what they answer have its types.
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
  'toolkit/cli': ['toolkit'],
  // The base layers, each above the one before: documents, schemas and values, what the API means.
  'toolkit/openapi': [],
  'toolkit/schema': ['toolkit/openapi'],
  'toolkit/model': ['toolkit/openapi', 'toolkit/schema'],
  // Ports, certificates, clocks, bodies that never end, and which requests a local server trusts.
  'toolkit/network': [],
  // What stands between a request and its operation, for mocks and servers alike.
  'toolkit/requests': ['toolkit/openapi', 'toolkit/schema', 'toolkit/model', 'toolkit/network'],
  // The checks of single responses, for servers and the kit alike.
  'toolkit/responses': ['toolkit/openapi', 'toolkit/schema', 'toolkit/model'],
  // The tools. None imports another but those that put others together: design, init, generate.
  'toolkit/conformance': [
    'toolkit/openapi',
    'toolkit/schema',
    'toolkit/model',
    'toolkit/network',
    'toolkit/responses',
  ],
  'toolkit/mock': [
    'toolkit/openapi',
    'toolkit/schema',
    'toolkit/model',
    'toolkit/requests',
    'toolkit/network',
  ],
  'toolkit/server': [
    'toolkit/openapi',
    'toolkit/schema',
    'toolkit/model',
    'toolkit/requests',
    'toolkit/responses',
  ],
  'toolkit/init': ['toolkit/openapi', 'toolkit/generate', 'toolkit/stub'],
  'toolkit/generate': [
    'toolkit/openapi',
    'toolkit/model',
    'toolkit/diff',
    'toolkit/lint/expand.ts',
    'toolkit/lint/localResolver.ts',
  ],
  'toolkit/lint': ['toolkit/openapi', 'toolkit/model', 'toolkit/docs'],
  'toolkit/stub': ['toolkit/openapi', 'toolkit/generate'],
  'toolkit/diff': ['toolkit/openapi', 'toolkit/model'],
  'toolkit/docs': ['toolkit/openapi', 'toolkit/model'],
  'toolkit/design': [
    'toolkit/openapi',
    'toolkit/diff',
    'toolkit/docs',
    'toolkit/generate',
    'toolkit/lint',
    'toolkit/mock',
    'toolkit/network',
  ],
}

/** Names that say nothing about what is inside. */
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
