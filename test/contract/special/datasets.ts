import { gzipSync } from 'node:zlib'
import type { SpecialProvokers } from '../provoke.ts'
import { callOf } from '../recipes/index.ts'

export const datasetProvokers: SpecialProvokers = {
  'updateDatasets 412': async ({ dataset, send }) =>
    send('PATCH', '/datasets', { datasets: [{ id: (await dataset()).id, name: 'New', etag: '"another"' }] }),
  // 272 MiB of long lines in 300 kB: a file of many gzip parts inflates like one (RFC 1952, section 2.2).
  'importDatasetItems 413': async (world) => {
    const { headers, ...call } = await callOf(world, 'importDatasetItems')
    const line = `{"variables":{}${' '.repeat(2 ** 20 - 20)}}\n`
    const member = gzipSync(line.repeat(17))
    return world.server.wire.send({
      key: world.keys.all,
      ...call,
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      body: Buffer.concat(Array.from({ length: 16 }, () => member)),
    })
  },
}
