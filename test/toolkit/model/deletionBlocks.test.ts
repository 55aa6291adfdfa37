/** Sentences that state which items rule out a deletion, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { deletionBlocks } from '../../../src/toolkit/model/deletionBlocks.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'

const text = { type: 'string' }
const json = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
})
const id = { name: 'id', in: 'path', required: true, schema: text }
const loan = { id: text, reader_id: text, status: { enum: ['reserved', 'on_loan', 'returned'] } }

/** The blocking states of the loans of a reader, by this description of the deletion of a reader. */
function blocksOf(description: string): string | undefined {
  const api = createApi(
    documentOf({
      openapi: '3.1.0',
      info: { title: 'Readers', version: '1' },
      paths: {
        '/readers': {
          post: {
            requestBody: json({ name: text }),
            responses: { 201: { description: '', ...json({ id: text, name: text }) } },
          },
        },
        '/readers/{id}': {
          parameters: [id],
          get: { responses: { 200: { description: '', ...json({ id: text, name: text }) } } },
          delete: { description, responses: { 204: { description: '' }, 409: { description: '' } } },
        },
        '/loans': {
          post: {
            requestBody: json({ reader_id: text }),
            responses: { 201: { description: '', ...json(loan) } },
          },
        },
        '/loans/{id}': {
          parameters: [id],
          get: { responses: { 200: { description: '', ...json(loan) } } },
        },
      },
    }),
  )
  const graph = findResources(api)
  const [block] = graph.resources.flatMap((one) => deletionBlocks(api, graph, one))
  return block && (block.states.join(' ') || 'any')
}

it.each<[text: string, states: string | undefined]>([
  ['Returns 409 if the reader has loans.', 'any'],
  ['Returns 409 if the reader still has any loan.', 'any'],
  ['Returns 409 if there are loans for it.', 'any'],
  ['Returns 409 if there is at least one fee or loan for the reader.', 'any'],
  ['Returns 409 if the reader has loans or fees.', 'any'],
  ['Returns 409 if the reader has overdue or lost loans.', undefined],
  ['Returns 409 if the reader has fees and loans.', undefined],
  ['Returns 409 if the reader has a reserved or on-loan loan.', 'reserved on_loan'],
  ['Fails with `409` while the reader has loans that are not returned.', 'reserved on_loan'],
  ['Fails with `409` while any of its loans is `on_loan`.', 'on_loan'],
  ['Fails with 409 if a loan of the reader is not returned yet.', undefined],
  ['Fails with 409 if a loan of the reader is not yet returned.', 'reserved on_loan'],
  ['Returns 409 unless all loans of the reader are returned.', 'reserved on_loan'],
  ['Returns 409 unless the reader has no loans.', 'any'],
  ['A reader with loans cannot be deleted.', 'any'],
  ["A reader who still has reserved loans can't be removed.", 'reserved'],
  ['Only readers without loans can be deleted.', 'any'],
  ['A reader can only be deleted when it has no loans in status reserved or on_loan.', 'reserved on_loan'],
  ['The reader cannot be deleted while it has loans.', 'any'],
  ['A reader may only be deleted once all of its loans are returned.', 'reserved on_loan'],
  ['The reader must not have any reserved loans.', 'reserved'],
  ['We never delete a reader that has ever had a loan.', 'any'],
  ['Deleting a reader with loans is rejected.', 'any'],
  ['Returns 409 if the reader has loans; returned ones and reserved loans do not count.', 'on_loan'],
  ["Returns 409 if the reader has loans. Returned loans don't matter.", 'reserved on_loan'],
  ['Returns 409 if the reader has loans. Reserved, returned and on-loan loans do not count.', undefined],
  ['Returns 409 if the reader has loans. Returned books do not count.', 'any'],
  ['Returns 409 if at least one loan has left `reserved`.', 'on_loan returned'],
  ['Refused while a loan is on loan but not returned.', 'on_loan'],
  ['All loans have to be returned.', 'reserved on_loan'],
  ['Needs all loans of the reader to be returned.', 'reserved on_loan'],
  ['All loans are returned.', undefined],
  ['Needs all books of the reader to be returned.', undefined],
  ['Refused while a loan is on loan but not read.', undefined],
  ['Deletes the reader with its loans.', undefined],
  ['A reader with loans can be deleted.', undefined],
  ['Returns 409 if the reader has reviews.', undefined],
  ['Returns 409 if the reader has loans, unless force is set.', undefined],
  ['A reader with loans cannot be deleted. Administrators can override this.', undefined],
  ['A reader with loans usually cannot be deleted.', undefined],
  ['Returns 409 if the reader has loans of this year.', undefined],
  ['Returns 409 if the reader has more than 5 loans.', undefined],
  ['Returns 409 if the reader has overdue loans.', undefined],
  ['Loans of a deleted reader cannot be deleted.', undefined],
  ['Check first whether the reader has loans.', undefined],
])('%s', (description, states) => expect(blocksOf(description)).toBe(states))
