import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../faults/start.ts'
import { defineTarget } from '../../faults/target.ts'

const KEY = 'a-key-of-the-benchmark'
const SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'

export default defineTarget({
  title: 'PowerDNS 4.7, an authoritative DNS server; on SQLite',
  packages: {},
  debian: ['pdns-server', 'pdns-backend-sqlite3', 'sqlite3'],
  document: { path: '/api/docs', headers: { 'X-API-Key': KEY } },
  base: '/api/v1',
  ready: '/api',
  async start({ state, port }) {
    const database = join(state, 'zones.sqlite')
    spawnSync('sqlite3', [database, `.read ${SCHEMA}`])
    const settings = {
      launch: 'gsqlite3',
      'gsqlite3-database': database,
      api: 'yes',
      'api-key': KEY,
      webserver: 'yes',
      'webserver-address': '127.0.0.1',
      'webserver-port': port,
      'local-address': '127.0.0.1',
      'local-port': await freePort(),
      'socket-dir': state,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(state, 'pdns.conf'), lines.join(''))
    return { command: ['pdns_server', `--config-dir=${state}`, '--guardian=no', '--daemon=no'] }
  },
  login: async () => ({ PDNS_KEY: KEY }),
})
