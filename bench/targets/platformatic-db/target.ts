import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const VERSION = '3.67.0'
const TABLES = `
  CREATE TABLE authors (id SERIAL PRIMARY KEY, name VARCHAR(80) NOT NULL, born DATE);
  CREATE TABLE books (
    id SERIAL PRIMARY KEY,
    author_id INTEGER NOT NULL REFERENCES authors (id),
    title VARCHAR(120) NOT NULL,
    pages INTEGER,
    in_print BOOLEAN NOT NULL DEFAULT true
  );
  CREATE TABLE reviews (
    id SERIAL PRIMARY KEY,
    book_id INTEGER NOT NULL REFERENCES books (id),
    stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
    comment TEXT,
    created_at TIMESTAMP NOT NULL DEFAULT now()
  );`

export default defineTarget({
  title: 'Platformatic DB, a REST server of any SQL database; three tables, on PostgreSQL',
  packages: { '@platformatic/db': VERSION },
  node: '24.21.0',
  postgres: true,
  document: { path: '/documentation/json' },
  base: '',
  ready: '/documentation/json',
  start({ node, installation, state, port, database }) {
    const config = {
      $schema: `https://schemas.platformatic.dev/@platformatic/db/${VERSION}.json`,
      server: { hostname: '127.0.0.1', port },
      db: { connectionString: database, openapi: true, graphql: false },
      migrations: { dir: 'migrations', autoApply: true },
    }
    mkdirSync(join(state, 'migrations'), { recursive: true })
    writeFileSync(join(state, 'migrations/001.do.sql'), TABLES)
    writeFileSync(join(state, 'platformatic.json'), JSON.stringify(config))
    const library = join(installation, 'node_modules/@platformatic/db/index.js')
    const program = `import { create } from '${library}'; await (await create(process.cwd())).start()`
    return { command: [node, '--input-type=module', '-e', program] }
  },
})
