/** Actions that exceed a number of an item around them, or that need a record of an item which the error names by its id. */
import { expect, it } from 'vitest'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { collection, fail, object, parameter, type Response, sending, type Thing } from './smallApi.ts'
import { unreachedOn } from './unreachedOn.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const limit = { type: 'integer', minimum: 0, maximum: 1_000_000, example: 10 }
const at = (...names: string[]) => ({ parameters: names.map(parameter) })
const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Rental', version: '1' },
  paths: {
    '/customers': { post: sending({ name: text, creditLimitCents: limit }, 'Customer') },
    '/customers/{customer_id}': {
      ...at('customer_id'),
      get: sending(undefined, 'Customer', 200),
      put: sending({ name: text, creditLimitCents: limit }, 'Customer', 200),
    },
    ...collection('/machines', 'Machine', { name: text }),
    ...collection('/inspections', 'Inspection', { machine_id: text, remarks: text }),
    '/contracts': { post: sending({ customer_id: text, machine_id: text }, 'Contract') },
    '/contracts/{contract_id}': { ...at('contract_id'), get: sending(undefined, 'Contract', 200) },
    '/contracts/{contract_id}/activate': {
      ...at('contract_id'),
      post: sending(undefined, 'Contract', 200),
    },
  },
  components: {
    schemas: {
      Customer: object({ name: text, creditLimitCents: limit }),
      Machine: object({ name: text }),
      Inspection: object({ machine_id: text, remarks: text }),
      Contract: object({
        customer_id: text,
        machine_id: text,
        status: { enum: ['draft', 'active'] },
      }),
    },
  },
})

function createServer() {
  const all = new Map<string, Thing>()
  const inspected = new Set<unknown>()
  const activate = (contract: Thing): Response => {
    const machine = String(contract.machine_id)
    if (!inspected.has(machine)) return fail(409, 'conflict', `Machine ${machine} has to be inspected first.`)
    const customer = all.get(String(contract.customer_id))
    if (Number(customer?.creditLimitCents) < 500)
      return fail(409, 'conflict', 'The credit limit of the customer would be exceeded.')
    contract.status = 'active'
    return [200, contract]
  }
  return ({ method, url, body }: { method: string; url: string; body: string }): Response => {
    const [, kind, id = '', action] = url.split('/')
    const sent = body === '' ? {} : JSON.parse(body)
    const found = all.get(id)
    if (id !== '' && found === undefined) return [404, {}]
    if (found !== undefined && action === 'activate') return activate(found)
    if (found !== undefined) return [200, method === 'PUT' ? Object.assign(found, sent) : found]
    for (const name of ['customer_id', 'machine_id'])
      if (sent[name] !== undefined && !all.has(sent[name])) return fail(422, 'unknown', `${name} is unknown`)
    if (kind === 'inspections') inspected.add(sent.machine_id)
    const one = {
      id: `${kind}-${all.size + 1}`,
      ...sent,
      ...(kind === 'contracts' && { status: 'draft' }),
    }
    all.set(one.id, one)
    return [201, one]
  }
}

it('are reached after the number is raised, and after the record is made', { timeout: 60_000 }, async () => {
  const { unreached } = await unreachedOn(document, createServer())
  expect(unreached).toEqual([])
})
