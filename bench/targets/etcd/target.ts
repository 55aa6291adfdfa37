import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type JsonObject, objectAt } from '../../../src/toolkit/openapi/index.ts'
import { freePort } from '../../faults/start.ts'
import { defineTarget } from '../../faults/target.ts'

const SPEC = '/usr/share/doc/etcd-server/dev-guide/apispec/swagger/rpc.swagger.json.gz'
/** Operations after which a cluster of one server has no quorum, and responds no more. */
const BREAKING = /^\/v3\/cluster\/member\/(add|remove|update)$/

export default defineTarget({
  title: 'etcd 3.4, a store of keys; one member, without authentication',
  packages: {},
  debian: ['etcd-server'],
  document: { read: readSpec },
  base: '',
  ready: '/health',
  async start({ state, port }) {
    const client = `http://127.0.0.1:${port}`
    const peer = `http://127.0.0.1:${await freePort()}`
    return {
      command: [
        'etcd',
        ...[
          '--data-dir',
          join(state, 'data'),
          '--listen-client-urls',
          client,
          '--advertise-client-urls',
          client,
        ],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', `default=${peer}`],
      ],
    }
  },
})

function readSpec(): string {
  const root = JSON.parse(gunzipSync(readFileSync(SPEC)).toString()) as JsonObject
  const selected = Object.entries(objectAt(root, 'paths')).filter(([path]) => !BREAKING.test(path))
  return JSON.stringify({ ...root, paths: Object.fromEntries(selected) })
}
