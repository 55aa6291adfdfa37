/** The obstacles to a success of an operation, and the configuration that helps. */
import { describe, expect, it } from 'vitest'
import { Reach } from '../../../../src/toolkit/conformance/engine/reach.ts'
import { helpFor, reachLines } from '../../../../src/toolkit/conformance/report/reach.ts'
import { createApi } from '../../../../src/toolkit/model/api.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: '' } } })
const api = createApi(
  documentOf({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { get: operation('list'), post: operation('create'), delete: operation('clear') },
      '/things/{id}': { get: operation('read'), delete: operation('remove') },
      '/late': { get: operation('late') },
    },
  }),
)

function reachOfSome(): Reach {
  const reach = new Reach(api, () => true)
  reach.note({ operationId: 'list', status: 200 })
  reach.note({ operationId: 'remove', status: 204 })
  reach.note({ operationId: 'create', status: 400 })
  const rejection = { operationId: 'create', status: 400 }
  reach.failed('create', {
    reason: 'create rejected valid requests: 400',
    needsExistingData: false,
    rejection,
  })
  reach.failed('read', { reason: 'create rejected valid requests: 400', needsExistingData: false, rejection })
  reach.failed('clear', { reason: 'needs existing data', needsExistingData: true, rejection: undefined })
  return reach
}

describe('the operations that a run did not reach', () => {
  it('are those without a success that the document declares', () => {
    const reach = reachOfSome()
    expect([reach.size, reach.of]).toEqual([1, 6])
    expect(reach.unreached().map(({ operationId, obstacle }) => `${operationId} ${obstacle.kind}`)).toEqual([
      'create rejected',
      'clear existing-data',
      'read rejected',
      'remove undeclared-success',
      'late not-tried',
    ])
  })

  it('have the configuration that helps', () => {
    expect(reachOfSome().unreached().map(helpFor)).toEqual([
      'recipes: recipes.mjs   # export default { create: async () => ({ body: { … } }) }',
      '--allow-existing-data',
      'recipes: recipes.mjs   # export default { create: async () => ({ body: { … } }) }',
      `overlays: [overlay.yaml]   # target $.paths['/things/{id}'].delete.responses, update { "204": { description: … } }`,
      '--time-budget 30m',
    ])
  })

  it('are grouped by what prevents them', () => {
    const reach = reachOfSome()
    const endedEarly = { kind: 'time-budget' }
    const lines = reachLines(
      { reached: { operations: 1, ofOperations: 6 }, unreached: reach.unreached(), endedEarly } as never,
      false,
    )
    expect(lines.slice(1, 4)).toEqual([
      '1 of 6 operations returned a documented success. Obstacles of the others:',
      '  create, read: create rejected valid requests: 400',
      '    recipes: recipes.mjs   # export default { create: async () => ({ body: { … } }) }',
    ])
    expect(lines).toHaveLength(10)
    // Operations without a request in a complete run were not selected.
    const selected = { reached: { operations: 1, ofOperations: 6 }, unreached: reach.unreached() }
    expect(reachLines(selected as never, false)).toHaveLength(8)
  })
})
