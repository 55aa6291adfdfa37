import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const OWNER = { email: 'owner@example.com', password: 'A-password-1' }

/** Files of a project with two kinds of entries. */
const PROJECT: Readonly<Record<string, unknown>> = {
  'package.json': { name: 'benchmark', version: '1.0.0', dependencies: { '@strapi/strapi': '5.54.0' } },
  'config/server.js': `({ host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['a-key'] } })`,
  'config/admin.js': `({
    serveAdminPanel: false,
    auth: { secret: 'a-secret' },
    apiToken: { salt: 'a-salt' },
    transfer: { token: { salt: 'a-salt' } },
    secrets: { encryptionKey: 'a-key-of-the-benchmark-of-32-byte' },
  })`,
  'config/database.js': `({
    connection: { client: 'postgres', connection: { connectionString: process.env.DATABASE } },
  })`,
  'config/middlewares.js': `['logger', 'errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map(
    (name) => 'strapi::' + name,
  )`,
  ...api('author', {
    name: { type: 'string', required: true, maxLength: 80 },
    email: { type: 'email', unique: true },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
  }),
  ...api('article', {
    title: { type: 'string', required: true, maxLength: 120 },
    body: { type: 'text' },
    rating: { type: 'integer', min: 1, max: 5 },
    published_on: { type: 'date' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
  }),
}

export default defineTarget({
  title: 'Strapi 5, a content management system with two kinds of entries; on PostgreSQL',
  packages: {
    '@strapi/strapi': '5.54.0',
    pg: '8.16.3',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
  postgres: true,
  document: { path: '/openapi.json' },
  base: '/api',
  ready: '/_health',
  start({ node, installation, state, port, database }) {
    for (const [name, content] of Object.entries(PROJECT)) {
      const text = typeof content === 'string' ? `module.exports = ${content}` : JSON.stringify(content)
      mkdirSync(dirname(join(state, name)), { recursive: true })
      writeFileSync(join(state, name), text)
    }
    for (const name of ['public/uploads', 'database/migrations'])
      mkdirSync(join(state, name), { recursive: true })
    const modules = join(state, 'node_modules')
    if (!existsSync(modules)) symlinkSync(join(installation, 'node_modules'), modules)
    const strapi = `"${node}" node_modules/@strapi/strapi/bin/strapi.js`
    // The server serves what is in this folder.
    const generate = `${strapi} openapi generate -o public/openapi.json`
    return {
      command: ['sh', '-c', `[ -e public/openapi.json ] || ${generate}; exec ${strapi} start`],
      env: { PORT: `${port}`, DATABASE: database, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    }
  },
  async login(origin) {
    const post = async (path: string, body: object, token?: string): Promise<Record<string, string>> => {
      const response = await fetch(`${origin}/admin/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { data: Record<string, string> }).data
    }
    // Only the first start creates the user.
    await post('register-admin', { ...OWNER, firstname: 'Owner', lastname: 'Owner' })
    const { token } = await post('login', OWNER)
    const grant = { name: origin, description: '', type: 'full-access', lifespan: null }
    return { STRAPI_TOKEN: (await post('api-tokens', grant, token)).accessKey ?? '' }
  },
})

/** Files of one kind of entries with its routes. */
function api(name: string, attributes: object): Record<string, unknown> {
  const folder = `src/api/${name}`
  const factory = (kind: string): string =>
    `require('@strapi/strapi').factories.createCore${kind}('api::${name}.${name}')`
  return {
    [`${folder}/content-types/${name}/schema.json`]: {
      kind: 'collectionType',
      collectionName: `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish: false },
      attributes,
    },
    [`${folder}/controllers/${name}.js`]: factory('Controller'),
    [`${folder}/routes/${name}.js`]: factory('Router'),
    [`${folder}/services/${name}.js`]: factory('Service'),
  }
}
