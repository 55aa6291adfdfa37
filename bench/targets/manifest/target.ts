import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const BACKEND = `
name: Library
entities:
  Author:
    properties:
      - name
      - { name: email, type: email }
      - { name: website, type: link }
      - { name: born, type: date }
    validation:
      name: { isNotEmpty: true }
  Book:
    properties:
      - title
      - { name: summary, type: text }
      - { name: pages, type: number }
      - { name: price, type: money, options: { currency: EUR } }
      - { name: available, type: boolean }
      - { name: genre, type: choice, options: { values: [Novel, Poetry, Science] } }
    validation:
      title: { isNotEmpty: true, maxLength: 100 }
    belongsTo:
      - Author
    belongsToMany:
      - Tag
  Tag:
    properties:
      - name
  Opening:
    single: true
    properties:
      - { name: hours, type: string }
      - { name: note, type: text }
`

export default defineTarget({
  title: 'Manifest 4.17, a backend of one file of entities; three entities and a single, on SQLite',
  packages: { manifest: '4.17.13' },
  scripts: true,
  sources: 'node_modules/manifest/dist/manifest/src/**/*.js',
  document: { path: '/api-json' },
  base: '/api',
  ready: '/api/health',
  start({ node, installation, state, port }) {
    mkdirSync(join(state, '.manifest'), { recursive: true })
    writeFileSync(join(state, 'manifest.yml'), BACKEND)
    return {
      command: [node, join(installation, 'node_modules/manifest/dist/manifest/src/main.js')],
      env: {
        PORT: `${port}`,
        NODE_ENV: 'production',
        OPEN_API_DOCS: 'true',
        TOKEN_SECRET_KEY: 'a-secret-of-the-benchmark',
        MANIFEST_FILE_PATH: join(state, 'manifest.yml'),
        DB_PATH: join(state, '.manifest/db.sqlite'),
        PUBLIC_FOLDER: join(state, 'public'),
      },
    }
  },
  async login(origin) {
    const send = async (path: string) => {
      const response = await fetch(`${origin}/api/auth/admins/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'owner@example.com', password: 'a-password-of-the-benchmark' }),
      })
      return ((await response.json()) as { token?: string }).token
    }
    // After the first start there is the admin.
    return { MANIFEST_TOKEN: (await send('signup')) ?? (await send('login')) ?? '' }
  },
})
