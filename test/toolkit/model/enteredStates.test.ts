/** Actions whose descriptions state that they lead to the state of their name, and others. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { requestEffects } from '../../../src/toolkit/model/requestEffects.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const tableOf = (...rows: string[]): string =>
  ['| Action | Allowed in | Resulting status |', '|---|---|---|', ...rows].join('\n')

const STATES = ['pending', 'confirmed', 'checked_in', 'checked_out', 'cancelled']

interface Said {
  action?: string
  description?: string
  summary?: string
  response?: string
  states?: string[]
  /** The description of the API. */
  info?: string
}

function effectOf({
  action = 'cancel',
  states = STATES,
  response = '',
  info = '',
  ...said
}: Said): string | undefined {
  const schema = { type: 'object', properties: { id: { type: 'string' }, status: { enum: states } } }
  const ok = (description: string) => ({ description, content: { 'application/json': { schema } } })
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Bookings', version: '1', description: info },
      paths: {
        '/bookings': { post: { operationId: 'create', responses: { 201: ok('') } } },
        '/bookings/{id}': { parameters: [id], get: { operationId: 'read', responses: { 200: ok('') } } },
        [`/bookings/{id}/${action}`]: {
          parameters: [id],
          post: { operationId: 'act', ...said, responses: { 200: ok(response) } },
        },
      },
    }),
  )
  const graph = findResources(api)
  const [effect] = graph.resources.flatMap((one) => requestEffects(api, graph, one))
  if (effect?.change.kind !== 'enters' && effect?.change.kind !== 'becomes') return undefined
  return `${effect.change.kind} ${effect.change.value}`
}

it.each<[said: Said, expected: string]>([
  [{ description: 'Cancels a pending booking.' }, 'enters cancelled'],
  [{ description: 'Cancels the booking. Returns 409 if it is already cancelled.' }, 'enters cancelled'],
  [{ description: 'Cancels a booking (`409` once it is checked in).' }, 'enters cancelled'],
  [{ summary: 'Cancel' }, 'enters cancelled'],
  [{ summary: 'Cancel a booking' }, 'enters cancelled'],
  [{ action: 'check-out', summary: 'Check out' }, 'enters checked_out'],
  [{ action: 'confirm', description: 'Confirms it.' }, 'enters confirmed'],
  [{ action: 'deny', summary: 'Deny', states: ['open', 'denied'] }, 'enters denied'],
  [{ action: 'arrive', response: 'The booking, now `checked_in`.' }, 'becomes checked_in'],
  [{ action: 'arrive', response: 'The booking is now checked in.' }, 'becomes checked_in'],
  [{ action: 'arrive', info: tableOf('| `arrive` | `confirmed` | `checked_in` |') }, 'becomes checked_in'],
  [{ action: 'arrive', info: '- `arrive`: `pending`, `confirmed` → `checked_in`' }, 'becomes checked_in'],
])('%j: %s', (said, expected) => expect(effectOf(said)).toBe(expected))

it.each<Said>([
  { description: 'Cancels the booking at the end of the period.' },
  { description: 'Cancels the booking. The status follows with the next synchronisation.' },
  { description: 'Cancels the booking. Bookings above 1000 go to review.' },
  { description: 'Cancels the booking. It may be cancelled later.' },
  { description: 'Cancels one room of the booking partially.' },
  { description: 'Requests the cancellation.' },
  { description: 'Asks the hotel for a cancellation.' },
  { summary: 'Cancel', description: 'Once both parties have agreed, the booking is over.' },
  { summary: 'Cancel', states: ['open', 'cancel_requested', 'cancelled'] },
  { summary: 'Cancels all rooms' },
  { action: 'confirm', description: 'Confirms the e-mail address of the guest.', summary: 'Send a mail' },
  { action: 'confirm', description: 'Confirms it. Each of the two guests has to do so.' },
  { action: 'process', summary: 'Process', states: ['open', 'processing', 'processed'] },
  { action: 'arrive', response: 'The booking, now or later checked in.' },
  { action: 'arrive', response: 'The booking that is checked in.' },
  { action: 'remind', summary: 'Remind' },
  {
    action: 'arrive',
    info: tableOf('| `arrive` | `confirmed` | `checked_in` |', '| `arrive` | `pending` | `cancelled` |'),
  },
  { action: 'arrive', info: tableOf('| `arrive` | `confirmed` | `checked_in` or `checked_out` |') },
  { action: 'arrive', info: tableOf('| `leave` | `confirmed` | `checked_out` |') },
  { action: 'arrive', info: '| Action | Allowed in |\n|---|---|\n| `arrive` | `confirmed` |' },
  { action: 'arrive', info: '- arrive: `confirmed` → `checked_in` → `checked_out`' },
])('%j: nothing', (said) => expect(effectOf(said)).toBeUndefined())
