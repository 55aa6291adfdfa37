/** Actions that a reader must not call, that need a line before their state counts, and what is deleted with an item. */
import { expect, it } from 'vitest'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { startJson } from '../runner/jsonServer.ts'
import { object, parameter, type Response, type Thing } from '../runner/smallApi.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const responding = (status: number, schema?: object) => ({
  responses: {
    [status]: { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
    ...Object.fromEntries([401, 403, 404, 409, 422].map((one) => [one, { description: '' }])),
  },
})
const taking = (properties: Record<string, object>) => ({
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
    },
  },
})
const Job = { $ref: '#/components/schemas/Job' }
const Note = { $ref: '#/components/schemas/Note' }
const id = { parameters: [parameter('jobId')] }

const document = documentOf({
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1', description: 'Searches (`q`) disregard upper and lower case.' },
  security: [{ token: [] }],
  paths: {
    '/jobs': {
      post: { operationId: 'createJob', ...taking({ title: text }), ...responding(201, Job) },
      get: {
        operationId: 'listJobs',
        parameters: [{ name: 'q', in: 'query', description: 'Search in the title.', schema: text }],
        ...responding(200, { type: 'array', items: Job }),
      },
    },
    '/jobs/{jobId}': {
      ...id,
      get: { operationId: 'getJob', ...responding(200, Job) },
      delete: {
        operationId: 'deleteJob',
        description: 'The notes of the job are deleted with it.',
        ...responding(204),
      },
    },
    '/jobs/{jobId}/lines': {
      ...id,
      post: { operationId: 'addLine', ...taking({ text }), ...responding(201, Job) },
    },
    '/jobs/{jobId}/start': {
      ...id,
      post: {
        operationId: 'startJob',
        description: 'Moves an `open` job to `started`.',
        ...responding(200, Job),
      },
    },
    '/jobs/{jobId}/complete': {
      ...id,
      post: {
        operationId: 'completeJob',
        description:
          'Moves a `started` job to `done`. A job without lines cannot be completed (409). From any other status: 409.',
        ...responding(200, Job),
      },
    },
    '/notes': {
      post: { operationId: 'createNote', ...taking({ jobId: text, text }), ...responding(201, Note) },
      get: { operationId: 'listNotes', ...responding(200, { type: 'array', items: Note }) },
    },
    '/notes/{noteId}': {
      parameters: [parameter('noteId')],
      delete: { operationId: 'deleteNote', ...responding(204) },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Job: object({ title: text, status: { enum: ['open', 'started', 'done'] }, lines: { type: 'array' } }),
      Note: object({ jobId: text, text }),
    },
  },
})

const SECRETS = ['owner', 'reader']

/** @param mistake what the server does wrong; undefined for a right one */
function createServer(mistake?: string) {
  const jobs = new Map<string, Thing>()
  const notes = new Map<string, Thing>()
  const make = (all: Map<string, Thing>, thing: object): Response => {
    const one = { id: crypto.randomUUID(), ...thing }
    all.set(one.id, one)
    return [201, one]
  }

  const act = (job: Thing, verb: string, sent: object): Response => {
    const lines = job.lines as unknown[]
    if (verb === 'lines') {
      lines.push(sent)
      return [201, job]
    }
    if (verb === 'complete' && lines.length === 0) return [409, { message: 'The job has no lines.' }]
    const isInState = job.status === (verb === 'start' ? 'open' : 'started')
    if (!isInState && !(verb === 'complete' && mistake === 'completes what is open'))
      return [409, { message: `It cannot ${verb} now.` }]
    return [200, Object.assign(job, { status: verb === 'start' ? 'started' : 'done' })]
  }

  const remove = (all: Map<string, Thing>, one: string): Response => {
    for (const note of notes.values())
      if (note.jobId === one && mistake !== 'keeps notes') notes.delete(note.id)
    return all.delete(one) ? [204] : [404]
  }

  return (
    method: string,
    [kind = '', one, verb]: string[],
    sent: Record<string, unknown>,
    q: string | null,
  ): Response => {
    const all = kind === 'jobs' ? jobs : notes
    if (one === undefined && method === 'GET') {
      const found = [...all.values()].filter(({ title }) => {
        const [text, wanted] = [String(title), q ?? ''].map((each) =>
          mistake === 'compares the case' ? each : each.toLowerCase(),
        )
        return q === null || text?.includes(wanted ?? '')
      })
      return [200, found]
    }
    if (one === undefined) {
      if (kind === 'notes' && !jobs.has(String(sent.jobId))) return [422, { message: 'jobId does not exist' }]
      return make(all, kind === 'jobs' ? { ...sent, status: 'open', lines: [] } : sent)
    }
    const thing = all.get(one)
    if (thing === undefined) return [404]
    if (method === 'DELETE') return remove(all, one)
    return method === 'GET' ? [200, thing] : act(thing, verb ?? '', sent)
  }
}

async function findingsOf(mistake?: string): Promise<string[]> {
  const respond = createServer(mistake)
  await using server = await startJson(({ method, url, headers, body }) => {
    const caller = SECRETS.find((one) => headers.authorization === `Bearer ${one}`)
    const { pathname, searchParams } = new URL(url, 'http://server')
    const parts = pathname.split('/').slice(1)
    if (caller === undefined) return [401]
    const isAction = mistake === 'lets readers act' && parts.length === 3 && parts[2] !== 'lines'
    if (caller === 'reader' && method !== 'GET' && !isAction) return [403]
    return respond(method, parts, body === '' ? {} : JSON.parse(body), searchParams.get('q'))
  })
  const found = new Set<string>()
  const rules = ['scopes-enforced', 'promised-conflict-returned', 'deleted-item-gone', 'list-filter-applied']
  await runConformance({
    document,
    target: server.url,
    identities: SECRETS.map((name) => ({
      name,
      credentials: [{ kind: 'header', name: 'Authorization', value: `Bearer ${name}` }],
      ...(name === 'reader' && { may: 'read' as const }),
    })),
    rules: runnerRules.filter(({ id: rule }) => rules.includes(rule)),
    subscribers: [
      (event) => event.type === 'finding' && found.add(`${event.finding.rule} ${event.finding.operationId}`),
    ],
  })
  return [...found].sort()
}

it.each<[mistake: string | undefined, findings: string[]]>([
  [undefined, []],
  ['completes what is open', ['promised-conflict-returned completeJob']],
  ['keeps notes', ['deleted-item-gone deleteJob']],
  ['lets readers act', ['scopes-enforced startJob']],
  ['compares the case', ['list-filter-applied listJobs']],
])('a server that %s: %j', async (mistake, findings) => {
  expect(await findingsOf(mistake)).toEqual(findings)
})
