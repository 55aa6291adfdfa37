/** Limits of sums of the items of one holder, and operations that set a status. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { setterOf } from '../../../src/toolkit/model/operationProperties.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { sumLimits } from '../../../src/toolkit/model/sumLimits.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { kind, text } from './smallKinds.ts'

const number = { type: 'integer' }

/** The property that the sum of the refunds of a sale must not exceed, by this description of a new refund. */
function mostOf(description: string): string | undefined {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Sales', version: '1' },
      paths: {
        ...kind('sales', { name: text, price: number }),
        ...kind('refunds', { sale_id: text, amount: number }, { description }),
      },
    }),
  )
  const graph = findResources(api)
  return graph.resources.flatMap((one) => sumLimits(api, graph, one))[0]?.most
}

it.each<[text: string, most: string | undefined]>([
  ['Returns 409 if all refunds of the sale together exceed its `price`.', 'price'],
  ['Refunds may be partial, but together they never exceed `price` (409).', 'price'],
  ['Refunds can be split, but they together must not exceed the price.', 'price'],
  ['Refunds may be partial, but they never exceed `price`.', undefined],
  ['Vouchers may be partial, but together they never exceed `price`.', undefined],
  ['Refunds may be partial, but together they may exceed `price`.', undefined],
])('the limit of "%s": %s', (description, most) => expect(mostOf(description)).toBe(most))

it.each<[method: string, name: string, states: string[], found: boolean]>([
  ['put', 'status', ['open', 'closed'], true],
  ['patch', 'status', ['open'], true],
  ['put', 'status', ['red', 'green'], false],
  ['put', 'colour', ['open', 'closed'], false],
  ['get', 'status', ['open', 'closed'], false],
])('%s of /tickets/{id}/%s with %s sets the status: %s', (method, name, states, found) => {
  const status = { type: 'string', enum: ['open', 'closed'] }
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { status: { type: 'string', enum: states } } },
    },
  }
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Tickets', version: '1' },
      paths: {
        ...kind('tickets', { name: text, status }),
        [`/tickets/{id}/${name}`]: {
          parameters: [id],
          [method]: { requestBody: { content }, responses: { 200: { description: '' } } },
        },
      },
    }),
  )
  const [tickets] = findResources(api).resources
  const setter = tickets && setterOf(api, tickets, { property: 'status', values: status.enum })
  expect(setter !== undefined).toBe(found)
})
