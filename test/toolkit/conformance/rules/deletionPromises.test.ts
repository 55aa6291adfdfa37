/** Requests that items prevent, which the creation of such an item does not belong to. */
import { expect, it } from 'vitest'
import { promisedDeletions } from '../../../../src/toolkit/conformance/rules/updates/promisedDeletions.ts'
import { createApi } from '../../../../src/toolkit/model/api.ts'
import { findResources } from '../../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { collection, object, parameter, sending } from '../runner/smallApi.ts'

const text = { type: 'string' }
const conflict = (operation: object, description: string) => {
  const { responses, ...rest } = operation as { responses: object }
  return { ...rest, responses: { ...responses, 409: { description } } }
}

it('are not those that create another item', () => {
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Venues', version: '1' },
    paths: {
      ...collection('/venues', 'Venue', { name: text }),
      '/venues/{id}/rooms': {
        parameters: [parameter('id')],
        post: conflict(sending({ name: text }, 'Room'), 'The venue already has a room of this name.'),
      },
      '/venues/{id}/sell': {
        parameters: [parameter('id')],
        post: conflict(sending(undefined, 'Venue'), 'The venue still has rooms.'),
      },
      '/rooms/{id}': { parameters: [parameter('id')], get: sending(undefined, 'Room', 200) },
    },
    components: { schemas: { Venue: object({ name: text }), Room: object({ name: text }) } },
  })
  const api = createApi(document)
  const checks = [...promisedDeletions({ api, graph: findResources(api) }, () => {})]
  expect(checks.map(({ operation, name }) => `${operation?.path} ${name}`)).toEqual([
    '/venues/{id}/sell with rooms',
  ])
})
