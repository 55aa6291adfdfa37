/**
 * Which room of `src/` may import what. A room is a folder or a file directly below `src/`; each entry is a path
 * without `src/`, a folder standing for everything in it. What a room may not import it must be given by `app.ts`.
 */
export const ROOMS: Record<string, readonly string[]> = {
  'cli.ts': ['*'],
  commands: ['*'],
  'app.ts': ['*'],
  'errors.ts': [],
  runtime: [],
  transport: ['errors.ts', 'runtime'],
  storage: ['errors.ts', 'runtime'],
  secrets: ['errors.ts', 'runtime', 'storage/database.ts'],
  jobs: ['errors.ts', 'runtime', 'storage/database.ts'],
  template: ['errors.ts'],
  schemas: [],
  models: ['errors.ts', 'runtime'],
  events: ['generated', 'errors.ts', 'runtime', 'storage/database.ts', 'jobs', 'secrets', 'transport'],
  http: [
    ...['generated', 'errors.ts', 'runtime', 'storage/database.ts', 'secrets', 'models/models.ts'],
    ...['jobs/jobs.ts', 'events/outbox.ts'],
  ],
  // Besides its own folder and the queries.ts of the others.
  features: [
    ...['generated', 'errors.ts', 'runtime', 'storage/database.ts', 'events/outbox.ts', 'jobs/jobs.ts'],
    ...['models', 'template', 'schemas', 'secrets/vault.ts'],
    // Types, and what a handler needs to read a page and to compare an ETag; none of it knows a request.
    ...[
      'http/handler.ts',
      'http/cursors.ts',
      'http/paging.ts',
      'http/etag.ts',
      'http/batch.ts',
      'http/authenticate.ts',
    ],
    'http/audit.ts',
    'http/attachment.ts',
    // JSON as the service takes it, for the lines and cells of an upload.
    'http/body/strictJson.ts',
    ...[
      'http/oauth/endpoint.ts',
      'http/oauth/oauthError.ts',
      'http/oauth/form.ts',
      'http/oauth/presentedCredentials.ts',
    ],
  ],
  pages: ['generated', 'errors.ts', 'runtime', 'storage/database.ts', 'http', 'features/*/queries.ts'],
  client: ['generated'],
  contract: [],
  conformance: ['contract'],
  mock: ['generated', 'errors.ts', 'runtime', 'contract', 'events/signature.ts'],
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

/** Lines that a file may have at most; one that grows beyond holds two things that can be told apart. */
export const LONGEST_FILE = 300

/** The only file that reads the command line and the environment, so that everything else is given what it needs. */
export const READER_OF_THE_PROCESS = 'src/cli.ts'
