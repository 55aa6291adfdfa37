import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const APP = `
import { boolean, em, entity, number, text } from 'bknd'

const tables = em(
  {
    posts: entity('posts', { title: text().required(), views: number(), published: boolean() }),
    comments: entity('comments', { body: text().required() }),
  },
  ({ relation }, { posts, comments }) => {
    relation(comments).manyToOne(posts)
  },
)

export default {
  connection: { url: 'file:data.db' },
  config: {
    data: tables.toJSON(),
    auth: {
      enabled: true,
      jwt: { secret: 'a-secret-of-the-benchmark' },
      roles: { member: { is_default: true } },
      default_role_register: 'member',
    },
    media: { enabled: true, adapter: { type: 'local', config: { path: './media' } } },
  },
}
`

export default defineTarget({
  title: 'bknd 0.20, a backend of data, users and files; two entities, on SQLite',
  packages: { bknd: '0.20.0' },
  node: '24.21.0',
  document: { path: '/api/system/openapi.json' },
  base: '',
  ready: '/api/system/ping',
  start({ node, installation, state, port }) {
    mkdirSync(join(state, 'media'), { recursive: true })
    // The configuration imports the package.
    const modules = join(state, 'node_modules')
    if (!existsSync(modules)) symlinkSync(join(installation, 'node_modules'), modules)
    writeFileSync(join(state, 'bknd.config.mjs'), APP)
    const program = join(installation, 'node_modules/bknd/dist/cli/index.js')
    return {
      command: [node, program, 'run', '--port', `${port}`, '--config', 'bknd.config.mjs', '--no-open'],
    }
  },
})
