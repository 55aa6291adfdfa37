/** Lives of items from which the states follow in which their actions are possible, and texts that leave others. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { statePromises } from '../../../src/toolkit/model/statePromises.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const claim = {
  type: 'object',
  properties: { id: text, status: { enum: ['draft', 'submitted', 'approved', 'rejected', 'settled'] } },
}
const shown = { description: '', content: { 'application/json': { schema: claim } } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const DECIDED = "The claim's status does not allow this."

/** The states in which actions on a claim are possible, by a text about all of them. */
function statesOf(description: string, conflict: string, ofSubmit: string): string[] {
  const action = (verb: string, own = '') => ({
    [`/claims/{id}/${verb}`]: {
      parameters: [id],
      post: {
        operationId: `${verb}Claim`,
        tags: ['claims'],
        description: own,
        responses: { 200: shown, 409: { description: conflict } },
      },
    },
  })
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Claims', version: '1' },
      tags: [{ name: 'claims', description }],
      paths: {
        '/claims': { post: { tags: ['claims'], responses: { 201: shown } } },
        '/claims/{id}': { parameters: [id], get: { tags: ['claims'], responses: { 200: shown } } },
        ...action('submit', ofSubmit),
        ...action('approve'),
        ...action('settle'),
      },
    }),
  )
  const graph = findResources(api)
  return graph.resources.flatMap((one) =>
    statePromises(api, graph, one).map(
      ({ operation, condition: { states, isNot } }) =>
        `${operation.operationId} ${isNot ? 'in' : 'not in'} ${states.join(' ')}`,
    ),
  )
}

it.each<[text: string, conflict: string, ofSubmit: string, ...found: string[]]>([
  [
    'Life of a claim: `draft` → `submitted` → `approved` → `settled`. A verb in the wrong status gives 409.',
    'Conflict',
    '',
    'submitClaim in draft',
    'approveClaim in submitted',
    'settleClaim in approved',
  ],
  [
    'A claim starts life as `draft`, becomes `submitted`, and ends as `approved` or `rejected`.',
    DECIDED,
    '',
    'submitClaim in draft',
  ],
  ['A claim begins as `draft`, then `submitted`, then `approved`.', DECIDED, '', 'submitClaim in draft'],
  ['`draft` → `submitted` → `approved`', DECIDED, '', 'submitClaim in draft'],
  // Nothing states that other states rule the action out.
  ['A claim starts life as `draft`, becomes `submitted`, and ends as `approved`.', 'Conflict', ''],
  ['Life of a claim: `draft` → `submitted` → `approved`.', 'Conflict', ''],
  [
    'Life: `draft` → `submitted` → `approved` → `settled`. Submitting in the wrong status gives 409.',
    'Conflict',
    '',
    'submitClaim in draft',
  ],
  [
    'Life: `draft` → `submitted` → `approved`. A verb in the wrong status gives 409, except `approve`.',
    'Conflict',
    '',
  ],
  [
    'Life: `draft` → `submitted` → `approved`. A verb in the wrong status gives 409. A second approval has no effect.',
    'Conflict',
    '',
  ],
  ['Typical life: `draft` → `submitted` → `approved`. A verb in the wrong status gives 409.', 'Conflict', ''],
  // There may be other ways.
  ['`draft` → `submitted` → `rejected`, which can be submitted again.', DECIDED, ''],
  ['`draft` → `submitted` → `approved`. Small claims skip a step.', DECIDED, ''],
  ['`draft` → `submitted`, and `rejected` → `submitted`.', DECIDED, ''],
  ['A claim starts life as `draft`, becomes `submitted`, and ends as `approved`.', DECIDED, 'Idempotent.'],
  ['A claim starts as `draft`. Later it is `submitted` or `approved`.', DECIDED, ''],
])('%s (%s)', (description, conflict, ofSubmit, ...found) =>
  expect(statesOf(description, conflict, ofSubmit)).toEqual(found),
)
