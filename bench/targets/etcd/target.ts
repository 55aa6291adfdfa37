import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../../faults/start.ts'
import { defineTarget } from '../../faults/target.ts'

const SPEC = '/usr/share/doc/etcd-server/dev-guide/apispec/swagger/rpc.swagger.json.gz'

export default defineTarget({
  title: 'etcd 3.4, a store of keys; one member, without authentication',
  packages: {},
  debian: ['etcd-server'],
  document: { read: () => gunzipSync(readFileSync(SPEC)).toString() },
  base: '',
  ready: '/health',
  async start({ state, port }) {
    const client = `http://127.0.0.1:${port}`
    const peer = `http://127.0.0.1:${await freePort()}`
    return {
      command: [
        'etcd',
        ...['--data-dir', join(state, 'data'), '--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', `default=${peer}`],
      ],
    }
  },
})
