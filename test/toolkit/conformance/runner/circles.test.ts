/** Resources that refer to each other: checks that create them at the same time never wait for each other for ever. */
import { expect, it } from 'vitest'
import {
  type CheckOutcome,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { startMock, written } from '../../mock/startMock.ts'

const text = { type: 'string' }
const json = (schema: object) => ({ description: 'It.', content: { 'application/json': { schema } } })

/** Items of a collection, with a reference to an item of another one. */
function collection({ one, reference, isRequired }: Member): Record<string, object> {
  const required = isRequired ? [reference] : []
  const properties = { id: { ...text, readOnly: true }, name: text, [reference]: text }
  const schema = { type: 'object', required, properties }
  const example = { name: 'First', [reference]: '1' }
  return {
    [`/${one}s`]: {
      get: { operationId: `list-${one}`, responses: { 200: json({ type: 'array', items: schema }) } },
      post: {
        operationId: `create-${one}`,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: { 201: json(schema), '4XX': json({ type: 'object' }) },
      },
    },
    [`/${one}s/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: `get-${one}`, responses: { 200: json(schema), 404: json({ type: 'object' }) } },
      delete: {
        operationId: `delete-${one}`,
        responses: { 204: { description: 'Deleted.' }, 404: json({ type: 'object' }) },
      },
    },
  }
}

interface Member {
  one: string
  reference: string
  isRequired: boolean
}
const member = (one: string, reference: string, isRequired = false): Member => ({
  one,
  reference,
  isRequired,
})

const circles: [name: string, members: Member[]][] = [
  [
    'no reference is required',
    [member('author', 'bookId'), member('book', 'shelfId'), member('shelf', 'authorId')],
  ],
  [
    'one reference is required',
    [member('author', 'bookId', true), member('book', 'shelfId'), member('shelf', 'authorId')],
  ],
  [
    'two references are required',
    [member('author', 'bookId', true), member('book', 'shelfId', true), member('shelf', 'authorId')],
  ],
]

it.each(casesOf(circles, 3))('a circle of three resources, where %s', async (_, members) => {
  const paths = Object.assign({}, ...members.map(collection))
  const document = { openapi: '3.1.0', info: { title: 'Circles', version: '1' }, paths }
  await using mock = await startMock(document, { stateful: true, seeded: false })
  const outcomes: CheckOutcome[] = []
  const summary = await runConformance({
    document: written(document),
    ...{ target: mock.origin, rules: runnerRules, concurrency: 4 },
    identities: [{ name: 'nobody', credentials: [] }],
    subscribers: [(event) => void (event.type === 'outcome' && outcomes.push(event.outcome))],
  })
  expect(summary.reached.operations).toBe(summary.reached.ofOperations)
  expect(outcomes.filter(({ skip }) => skip?.code === 'needs-itself')).toEqual([])
})
