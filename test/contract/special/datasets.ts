import type { SpecialProvokers } from '../provoke.ts'

export const datasetProvokers: SpecialProvokers = {
  'updateDatasets 412': async ({ dataset, send }) =>
    send('PATCH', '/datasets', { datasets: [{ id: (await dataset()).id, name: 'New', etag: '"another"' }] }),
}
