/** Orders of a list that the document states in words: the rank of a choice, amounts, text without case, and ties. */
import { expect, it } from 'vitest'
import {
  type ConformanceFinding,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from './jsonServer.ts'

const text = { type: 'string' }
const price = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount: { ...text, pattern: '^[0-9]+\\.[0-9]{2}$' }, currency: { enum: ['EUR', 'USD'] } },
}
const RANKS = ['low', 'normal', 'high', 'urgent']
const properties = { title: text, urgency: { enum: RANKS }, price, size: { type: 'integer', minimum: 1 } }
const task = {
  type: 'object',
  required: ['id', 'title', 'urgency', 'price', 'size'],
  properties: { id: text, ...properties },
}
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })

const documentWith = (ranks: string) =>
  documentOf({
    openapi: '3.1.0',
    info: {
      title: 'Tasks',
      version: '1',
      description: 'Text is ordered without regard to case. Ties are broken by `id`, always ascending.',
    },
    paths: {
      '/tasks': {
        get: {
          operationId: 'list',
          parameters: [
            {
              name: 'sort',
              in: 'query',
              description: `Urgencies are ordered ${ranks}. A leading \`-\` means descending.`,
              schema: { enum: Object.keys(properties).flatMap((name) => [name, `-${name}`]) },
            },
          ],
          responses: { 200: shown({ type: 'array', items: task }) },
        },
        post: {
          operationId: 'create',
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'object', required: Object.keys(properties), properties },
                example: {
                  title: 'Wash',
                  urgency: 'low',
                  price: { amount: '12.50', currency: 'EUR' },
                  size: 3,
                },
              },
            },
          },
          responses: { 201: shown(task) },
        },
      },
      '/tasks/{id}': {
        get: {
          operationId: 'get',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: shown(task), 404: { description: '' } },
        },
      },
    },
  })

interface Task {
  id: string
  title: string
  urgency: string
  price: { amount: string; currency: string }
  size: number
}
type Fault = 'none' | 'alphabetical rank' | 'amounts as text' | 'case' | 'ties'
/** Correct behavior that resembles a fault. */
type Variety = 'ids without zeros' | 'two currencies' | 'a rank from the highest'

const keyOf = (one: Task, name: string, fault: Fault | Variety): string | number => {
  if (name === 'urgency' && fault !== 'alphabetical rank') return RANKS.indexOf(one.urgency)
  if (name === 'price') return fault === 'amounts as text' ? one.price.amount : Number(one.price.amount)
  if (name === 'title' && fault !== 'case') return one.title.toLowerCase()
  return one[name as 'title' | 'size']
}

const compared = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

async function run(fault: Fault | Variety): Promise<ConformanceFinding[]> {
  const inDollars = { title: 'Wash', urgency: 'low', price: { amount: '12.50', currency: 'USD' }, size: 3 }
  const stored: Task[] =
    fault === 'two currencies' ? ['00001', '00002'].map((id) => ({ ...inDollars, id })) : []
  await using server = await startJson(({ method, url, body }) => {
    if (method === 'POST') {
      // Ids in another order than the items.
      const id =
        fault === 'ids without zeros'
          ? String(stored.length)
          : `${(stored.length * 7) % 10}${String(stored.length).padStart(4, '0')}`
      stored.push({ ...(JSON.parse(body) as Task), id })
      return [201, stored.at(-1)]
    }
    const [, , asked] = url.split('?')[0]?.split('/') ?? []
    const found = stored.find((one) => one.id === asked)
    if (asked !== undefined) return found === undefined ? [404] : [200, found]
    const sort = new URL(url, 'http://server').searchParams.get('sort') ?? 'size'
    const [name, sign] = [sort.replace('-', ''), sort.startsWith('-') ? -1 : 1]
    const tie = fault === 'ties' ? sign : 1
    const byCurrency = (a: Task, b: Task) =>
      name === 'price' ? sign * compared(a.price.currency, b.price.currency) : 0
    const all = [...stored].sort(
      (a, b) =>
        sign * compared(keyOf(a, name, fault), keyOf(b, name, fault)) ||
        byCurrency(a, b) ||
        tie * compared(Number(a.id), Number(b.id)),
    )
    return [200, all]
  })
  const findings: ConformanceFinding[] = []
  await runConformance({
    document: documentWith((fault === 'a rank from the highest' ? RANKS.toReversed() : RANKS).join(', ')),
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'list-order-applied'),
    subscribers: [(event) => void (event.type === 'finding' && findings.push(event.finding))],
  })
  return findings
}

it.each<[Fault | Variety, string[]]>([
  ['none', []],
  ['ids without zeros', []],
  ['two currencies', []],
  ['a rank from the highest', []],
  ['alphabetical rank', ['wrong-order']],
  ['amounts as text', ['wrong-order']],
  ['case', ['wrong-order']],
  ['ties', ['wrong-second-order']],
])('a list with the fault or the variety: %s', { timeout: 30_000 }, async (fault, codes) => {
  const findings = await run(fault)
  expect([...new Set(findings.map(({ code }) => code))]).toEqual(codes)
})
