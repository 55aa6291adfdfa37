/** Lists whose descriptions promise exact filters, several values in one text, unique names, and no cursor at the end. */
import { describe, expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { type JsonServer, startJson } from './jsonServer.ts'

const text = { type: 'string' }
const KINDS = ['plain', 'striped', 'dotted']
const parameter = (name: string, description: string, schema: object = text) => ({
  name,
  in: 'query',
  description,
  schema,
})
const properties = {
  name: { ...text, minLength: 1, maxLength: 60 },
  tag: { ...text, minLength: 1, maxLength: 60 },
  kind: { enum: KINDS },
}
const scarf = { type: 'object', required: ['id', 'name'], properties: { id: text, ...properties } }
const page = {
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: {
    data: { type: 'array', items: scarf },
    next_cursor: { type: ['string', 'null'], description: 'Null on the last page.' },
  },
}
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
const example = { name: 'Autumn', tag: 'wool', kind: 'plain' }
const id = { name: 'id', in: 'path', required: true, schema: text }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Scarves', version: '1' },
  paths: {
    '/scarves': {
      get: {
        operationId: 'listScarves',
        parameters: [
          parameter('limit', 'Page size.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          parameter('cursor', 'The next_cursor of the page before.'),
          parameter('tag', 'Only scarves that have exactly this tag. Case matters.'),
          parameter('kind', 'One kind, or several separated by commas.'),
        ],
        responses: { 200: shown(page), 400: { description: '' } },
      },
      post: {
        operationId: 'createScarf',
        description: 'Names must be unique, ignoring case.',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name', 'tag'], properties },
              example,
            },
          },
        },
        responses: { 201: shown(scarf), 409: shown({ type: 'object' }) },
      },
    },
    '/scarves/{id}': {
      parameters: [id],
      get: { operationId: 'getScarf', responses: { 200: shown(scarf), 404: { description: '' } } },
      delete: {
        operationId: 'deleteScarf',
        responses: { 204: { description: '' }, 404: { description: '' } },
      },
    },
  },
})

type Scarf = Record<string, string>

const FAULTS = {
  'finds parts of tags': ['list-filter-applied', 'unfiltered-item'],
  'ignores the case of tags': ['list-filter-applied', 'unfiltered-item'],
  'uses the first of several kinds': ['list-filter-applied', 'missing-from-filtered'],
  'ignores the kind that is the default': ['list-filter-applied', 'unfiltered-item'],
  'has a cursor on a last page that is full': ['list-pages-complete', 'cursor-on-last-page'],
  'accepts a name in another case': ['duplicate-value-rejected', 'wrong-status'],
} as const

type Fault = keyof typeof FAULTS

function listed(scarves: readonly Scarf[], query: URLSearchParams, fault?: Fault): [number, unknown] {
  const asked = { tag: query.get('tag'), kinds: query.get('kind')?.split(',') }
  const hasTag = ({ tag = '' }: Scarf) => {
    if (asked.tag === null || tag === asked.tag) return true
    if (fault === 'finds parts of tags') return tag.includes(asked.tag)
    return fault === 'ignores the case of tags' && tag.toLowerCase() === asked.tag.toLowerCase()
  }
  const isOfKind = ({ kind = '' }: Scarf) => {
    if (asked.kinds === undefined) return true
    if (fault === 'uses the first of several kinds') return kind === asked.kinds[0]
    if (fault === 'ignores the kind that is the default' && asked.kinds[0] === 'plain') return true
    return asked.kinds.includes(kind)
  }
  const found = scarves.filter((one) => hasTag(one) && isOfKind(one))
  const cursor = query.get('cursor')
  if (cursor !== null && !/^from-\d+$/.test(cursor)) return [400, {}]
  const from = Number(cursor?.slice(5) ?? 0)
  const until = from + Number(query.get('limit') ?? 20)
  const isLast =
    fault === 'has a cursor on a last page that is full' ? until > found.length : until >= found.length
  return [200, { data: found.slice(from, until), next_cursor: isLast ? null : `from-${until}` }]
}

function startScarves(fault?: Fault): Promise<JsonServer> {
  const stored = new Map<string, Scarf>()
  let count = 0
  return startJson(({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://scarves')
    const [, , key] = pathname.split('/')
    if (key !== undefined) {
      const found = stored.get(key)
      if (found === undefined) return [404]
      return method === 'DELETE' && stored.delete(key) ? [204] : [200, found]
    }
    if (method !== 'POST') return listed([...stored.values()], searchParams, fault)
    const { name = '', ...rest } = JSON.parse(body) as Scarf
    const isInUse = [...stored.values()].some((one) =>
      fault === 'accepts a name in another case'
        ? one.name === name
        : one.name?.toLowerCase() === name.toLowerCase(),
    )
    if (isInUse) return [409, { message: 'The name is taken.' }]
    const made = { id: `${++count}`, name, kind: 'plain', ...rest }
    stored.set(made.id, made)
    return [201, made]
  })
}

async function findingsAt(fault?: Fault): Promise<string[]> {
  await using server = await startScarves(fault)
  const found: string[] = []
  await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) => Object.values(FAULTS).some(([one]) => one === rule)),
    subscribers: [
      (event) => void (event.type === 'finding' && found.push(`${event.finding.rule} ${event.finding.code}`)),
    ],
  })
  return found
}

describe('a server with whole values', { timeout: 30_000 }, () => {
  it('has no finding', async () => expect(await findingsAt()).toEqual([]))

  it.each(casesOf(Object.entries(FAULTS), 3, 1))('%s', async (fault, [rule, code]) => {
    expect(await findingsAt(fault as Fault)).toContain(`${rule} ${code}`)
  })
})
