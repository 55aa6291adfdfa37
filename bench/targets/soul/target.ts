import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'Soul, a REST server of any SQLite database; the database is empty',
  packages: { 'soul-cli': '0.8.2' },
  scripts: true,
  sources: 'node_modules/soul-cli/src/**/*.js',
  document: { file: 'node_modules/soul-cli/src/swagger/swagger.json' },
  base: '',
  ready: '/api/',
  start: ({ node, installation, state, port }) => ({
    command: [
      node,
      join(installation, 'node_modules/soul-cli/src/server.js'),
      ...['-d', join(state, 'data.sqlite'), '-p', `${port}`],
    ],
  }),
})
