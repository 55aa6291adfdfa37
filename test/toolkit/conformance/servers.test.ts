import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { casesOf } from '../../harness/thorough.ts'
import { type OtherServer, otherServers } from './servers/start.ts'

const python = spawnSync('python3', ['--version']).status === 0

type Step = [method: string, path: string, body?: unknown, fields?: Record<string, string>]

const json = { 'content-type': 'application/json' }
/** The requests of a client of each server; `ID` is the first resource that was created. */
const conversations: Record<OtherServer['name'], { fields: Record<string, string>; steps: Step[] }> = {
  express: {
    fields: { 'x-api-key': 'books-key' },
    steps: [
      ...['Austen', 'Eliot', 'Austen'].map(
        (author, index): Step => [
          'POST',
          '/books',
          { title: `T${index}`, author, isbn: '9780141439587', year: 1815, pages: 9 },
        ],
      ),
      ['POST', '/books', { title: 'T', author: 'A', isbn: 'none', year: 1815 }],
      ['GET', '/books?author=Eliot&perPage=2'],
      ['GET', '/books?perPage=2&page=2'],
      ['PATCH', '/books/1', { title: 'Other' }],
      ['GET', '/books/1', undefined, { 'x-api-key': 'made-up' }],
      ['DELETE', '/books/1'],
      ['GET', '/books/1'],
    ],
  },
  fastify: {
    fields: { authorization: `Basic ${Buffer.from('ada:lovelace').toString('base64')}` },
    steps: [
      ['POST', '/tasks', { title: 'One', note: 'n', status: 'done' }],
      ['POST', '/tasks', { title: 'Two', priority: 9 }],
      ['POST', '/tasks', { title: 'Three', due: 'soon' }],
      ['POST', '/tasks', { title: 'Four' }],
      ['GET', '/tasks?offset=1'],
      ['GET', '/tasks?status=done'],
      ['PUT', '/tasks/ID', { title: 'Replaced' }],
      ['PUT', '/tasks/ID', { title: 'Lost' }, { 'if-match': '"none"' }],
      ['GET', '/tasks', undefined, { authorization: 'Basic YTpi' }],
      ['DELETE', '/tasks/ID'],
      ['DELETE', '/tasks/ID'],
    ],
  },
  python: {
    fields: { authorization: 'Bearer notes-write' },
    steps: [
      ['POST', '/notes', { text: 'One', tags: ['a'] }],
      ['POST', '/notes', { text: 'Two', archived: true }],
      ['POST', '/notes', { text: 'Three' }],
      ['POST', '/notes', { text: '' }],
      ['POST', '/notes', { text: 'x', colour: 'blue' }],
      ['POST', '/notes', 'cut {'],
      ['POST', '/notes', { text: 'x' }, { authorization: 'Bearer notes-read' }],
      ['GET', '/notes?size=2'],
      ['GET', '/notes?cursor=forged'],
      ['POST', '/notes', { text: 'Four' }],
      ['GET', '/notes?size=2'],
      ['PATCH', '/notes/n1', { text: 'Changed' }],
      ['GET', '/notes/n1'],
    ],
  },
}

async function transcriptOf(server: OtherServer, fault?: string): Promise<string[]> {
  const { fields, steps } = conversations[server.name]
  const { target, close } = await server.start(fault)
  let first: string | undefined
  const lines: string[] = []
  for (const [method, path, body, other] of steps) {
    const response = await fetch(target + path.replace('ID', first ?? ''), {
      method,
      headers: { ...fields, ...(body !== undefined && json), ...other, connection: 'close' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    first ??= /"id":\s*"?([^",}]+)/.exec(text)?.[1]
    lines.push(
      `${method} ${path} ${response.status} ${text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID').replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')}`,
    )
  }
  await close()
  return lines
}

describe.each(casesOf(otherServers, 3, 1).map((server) => [server.name, server] as const))(
  'the %s server',
  (name, server) => {
    test.skipIf(name === 'python' && !python)(
      `has ten faults that a client can see${name === 'python' && !python ? ' (skipped: there is no python3)' : ''}`,
      async () => {
        expect(server.faults).toHaveLength(10)
        const right = await transcriptOf(server)
        expect(await transcriptOf(server)).toEqual(right)
        for (const fault of server.faults) expect(await transcriptOf(server, fault), fault).not.toEqual(right)
      },
    )
  },
)
