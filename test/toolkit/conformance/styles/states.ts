/** Styles of states that actions lead to, of keys with two parts, of batches with results, and of references. */
import { json, responses } from './documents.ts'
import { type Before, itemOf } from './meanings.ts'
import { closed, name, number, rejected, text } from './parts.ts'
import { type Call, type Item, type PlainResponse, rejectionOf } from './server.ts'
import { named, type Style } from './style.ts'

const Thing = { $ref: '#/components/schemas/Thing' }
const described = (description: string) => ({
  ...json({ $ref: '#/components/schemas/Problem' }),
  description,
})
const required = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (...names: string[]) =>
  names.map((one) => ({ name: one, in: 'path', required: true, schema: text }))
const allowing = (...methods: string[]): PlainResponse => ({
  ...rejected(405),
  headers: { Allow: methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', ') },
})
const isMethod = ({ method }: Call, wanted: string): boolean =>
  method === wanted || (wanted === 'GET' && method === 'HEAD')

type Mistake =
  | 'closes twice'
  | 'reopens open'
  | 'changes closed'
  | 'forgets to close'
  | 'deletes what it closes'
  | 'takes one'
  | 'turns'
  | 'takes all'

const action = (operationId: string, reason: string) => ({
  parameters: [
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string', pattern: '^t[0-9]{5}$' } },
  ],
  post: { operationId, responses: { '200': json(Thing), ...responses(404), '409': described(reason) } },
})
const batch = closed({ things: { type: 'array', minItems: 1, maxItems: 9, items: closed({ name: text }) } })
const result = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'integer' },
    thing: Thing,
    problem: { $ref: '#/components/schemas/Problem' },
  },
}

const inStates =
  (mistake?: Mistake): Before =>
  (call, items) => {
    const { method, path, body } = call
    const [, id = '', verb] = path
    if (path.join('/') === 'things/batch') return inBatch(call, items, mistake)
    const item = items.get(id)
    if (verb === undefined)
      return method === 'PATCH' && item?.state === 'closed' && mistake !== 'changes closed'
        ? (rejectionOf({ ...named.request, required: [] }, call) ?? rejected(409))
        : undefined
    if (!['close', 'reopen'].includes(verb) || path.length > 3) return rejected(404)
    if (method !== 'POST') return allowing('POST')
    if (item === undefined || body === undefined) return rejected(404)
    const [from, to] = verb === 'close' ? ['open', 'closed'] : ['closed', 'open']
    const isAllowed = mistake === (verb === 'close' ? 'closes twice' : 'reopens open')
    if (item.state !== from && !isAllowed) return rejected(409)
    const changed = { ...item, state: to }
    if (mistake !== 'forgets to close') items.set(id, changed)
    if (mistake === 'deletes what it closes' && to === 'closed') items.delete(id)
    return { status: 200, body: changed }
  }

let numbers = 70_000
function inBatch(call: Call, items: Map<string, Item>, mistake?: Mistake): PlainResponse {
  if (call.method !== 'POST') return allowing('POST')
  const problem = rejectionOf(batch, call)
  if (problem !== undefined) return problem
  const entries = call.body.things as Item[]
  const results = (mistake === 'takes one' ? entries.slice(0, 1) : entries).map((entry) => {
    const isValid = String(entry.name).length > 0 && String(entry.name).length <= 40
    if (!isValid && mistake !== 'takes all') return { status: 400, problem: { title: 'name' } }
    const thing = { id: `t${++numbers}`, name: isValid ? entry.name : 'unnamed', state: 'open' }
    items.set(thing.id, thing)
    return { status: 201, thing }
  })
  return { status: 207, body: { results: mistake === 'turns' ? results.reverse() : results } }
}

const Repo = closed({ id: number, owner: text, name: text, issues: number, open_issues: number })
const Issue = closed({ number, title: text, state: { enum: ['open', 'closed'] } })
const slug = { type: 'string', pattern: '^[a-z]{3,12}$' }
const newRepo = closed({ owner: slug, name: slug })
const newIssue = closed({ title: name })
const repoPaths = {
  '/repos': {
    get: { operationId: 'listRepos', responses: { '200': json({ type: 'array', items: Repo }) } },
    post: {
      operationId: 'makeRepo',
      requestBody: required(newRepo),
      responses: {
        '201': json(Repo),
        ...responses(400, 415),
        '409': described('The owner already has a repository with this name.'),
      },
    },
  },
  '/repos/{owner}/{name}': {
    parameters: inPath('owner', 'name'),
    get: { operationId: 'getRepo', responses: { '200': json(Repo), ...responses(404) } },
    delete: { operationId: 'removeRepo', responses: { '204': { description: 'Gone.' }, ...responses(404) } },
  },
  '/repos/{owner}/{name}/issues': {
    parameters: inPath('owner', 'name'),
    get: {
      operationId: 'listIssues',
      responses: { '200': json({ type: 'array', items: Issue }), ...responses(404) },
    },
    post: {
      operationId: 'makeIssue',
      requestBody: required(newIssue),
      responses: { '201': json(Issue), ...responses(400, 404, 415) },
    },
  },
  '/repos/{owner}/{name}/issues/{number}': {
    parameters: [...inPath('owner', 'name'), { name: 'number', in: 'path', required: true, schema: number }],
    get: { operationId: 'getIssue', responses: { '200': json(Issue), ...responses(400, 404) } },
  },
  '/repos/{owner}/{name}/issues/{number}/close': {
    parameters: [...inPath('owner', 'name'), { name: 'number', in: 'path', required: true, schema: number }],
    post: { operationId: 'closeIssue', responses: { '200': json(Issue), ...responses(400, 404) } },
  },
}

interface Repository extends Item {
  owner: string
  name: string
  list: { number: number; title: unknown; state: string }[]
}

/** Repositories by owner and name, and their issues. */
function repositories(mistake?: 'ignores owners' | 'counts closed' | 'makes twice'): Before {
  const all: Repository[] = []
  let count = 0
  const shown = ({ list, ...one }: Repository) => ({
    ...one,
    issues: list.length,
    open_issues: list.filter(({ state }) => state === 'open' || mistake === 'counts closed').length,
  })
  const found = (owner = '', name = '') =>
    all.find((one) => (one.owner === owner || mistake === 'ignores owners') && one.name === name)
  const collection = (call: Call): PlainResponse => {
    if (isMethod(call, 'GET')) return { status: 200, body: all.map(shown) }
    if (call.method !== 'POST') return allowing('GET', 'POST')
    const problem = rejectionOf(newRepo, call)
    const [owner, name] = [String(call.body.owner), String(call.body.name)]
    if (problem === undefined && mistake !== 'makes twice' && found(owner, name)) return rejected(409)
    if (problem !== undefined) return problem
    const made = { id: ++count, owner, name, list: [] }
    all.push(made)
    return { status: 201, body: shown(made) }
  }
  const issues = (call: Call, { list }: Repository): PlainResponse => {
    if (isMethod(call, 'GET')) return { status: 200, body: list }
    if (call.method !== 'POST') return allowing('GET', 'POST')
    const problem = rejectionOf(newIssue, call)
    if (problem !== undefined) return problem
    const made = { number: list.length + 1, title: call.body.title, state: 'open' }
    list.push(made)
    return { status: 201, body: made }
  }
  const issue = (call: Call, { list }: Repository): PlainResponse => {
    const [, , , , number = '', verb] = call.path
    if (verb !== undefined && verb !== 'close') return rejected(404)
    const method = verb === undefined ? 'GET' : 'POST'
    if (!isMethod(call, method)) return allowing(method)
    if (!/^\d+$/.test(number)) return rejected(400)
    const one = list.find((other) => other.number === Number(number))
    if (one === undefined) return rejected(404)
    if (verb === 'close') one.state = 'closed'
    return { status: 200, body: one }
  }
  return (call) => {
    const [first, owner, name, below, number] = call.path
    if (first !== 'repos') return undefined
    if (owner === undefined) return collection(call)
    const repo = found(owner, name)
    if (name === undefined || (below !== undefined && below !== 'issues') || call.path.length > 6)
      return rejected(404)
    if (below === undefined && !isMethod(call, 'GET') && call.method !== 'DELETE')
      return allowing('GET', 'DELETE')
    if (below !== undefined && repo === undefined) {
      const methods = number === undefined ? ['GET', 'POST'] : [call.path.length === 6 ? 'POST' : 'GET']
      return methods.some((one) => isMethod(call, one)) ? rejected(404) : allowing(...methods)
    }
    if (repo === undefined) return rejected(404)
    if (number !== undefined) return issue(call, repo)
    if (below !== undefined) return issues(call, repo)
    if (call.method === 'DELETE') all.splice(all.indexOf(repo), 1)
    return call.method === 'DELETE' ? { status: 204 } : { status: 200, body: shown(repo) }
  }
}

const Mark = closed({ id: text, thingId: text })
const newMark = closed({ thingId: { type: 'string', description: 'ID of the thing to mark.' } })
const markPaths = {
  '/marks': {
    post: {
      operationId: 'makeMark',
      requestBody: required(newMark),
      responses: { '201': json(Mark), ...responses(400, 404, 415) },
    },
  },
  '/marks/{markId}': {
    parameters: inPath('markId'),
    get: { operationId: 'getMark', responses: { '200': json(Mark), ...responses(404) } },
  },
}

function marks(acceptsAny: boolean): Before {
  const all = new Map<string, Item>()
  return (call, items) => {
    const [first, id, ...more] = call.path
    if (first !== 'marks') return undefined
    if (more.length > 0) return rejected(404)
    if (id !== undefined) {
      if (!isMethod(call, 'GET')) return allowing('GET')
      const mark = all.get(id)
      return mark === undefined ? rejected(404) : { status: 200, body: mark }
    }
    if (call.method !== 'POST') return allowing('POST')
    const problem = rejectionOf(newMark, call)
    if (problem !== undefined) return problem
    if (!acceptsAny && !items.has(String(call.body.thingId))) return rejected(404)
    const mark = { id: `m${all.size + 1}`, thingId: call.body.thingId }
    all.set(mark.id, mark)
    return { status: 201, body: mark }
  }
}

const inState = (mistake: Mistake, rule: string, code: string, subject: string): Style['faults'][number] => [
  mistake,
  rule,
  code,
  subject,
  { before: inStates(mistake) },
]

export const stateStyles = (): Style[] => [
  {
    name: 'closed-and-reopened',
    declared: {
      item: itemOf({ state: { enum: ['open', 'closed'] } }),
      request: named.request,
      changedStatuses: { '409': described('A closed thing cannot be changed.') },
      paths: {
        '/things/batch': {
          post: {
            operationId: 'makeThings',
            requestBody: required(batch),
            responses: {
              '207': {
                ...json({
                  type: 'object',
                  required: ['results'],
                  properties: { results: { type: 'array', items: result } },
                }),
                description: 'A result for each thing, in the order of the request.',
              },
              ...responses(400, 415),
            },
          },
        },
        '/things/{thingId}/close': action('closeThing', 'Only open things can be closed.'),
        '/things/{thingId}/reopen': action('reopenThing', 'The thing is not closed.'),
      },
    },
    habits: { make: (body, id) => ({ id, ...body, state: 'open' }), before: inStates() },
    faults: [
      inState('closes twice', 'promised-conflict-returned', 'accepted-in-state', '/things/{thingId}/close'),
      inState('reopens open', 'promised-conflict-returned', 'accepted-in-state', '/things/{thingId}/reopen'),
      inState('changes closed', 'promised-conflict-returned', 'accepted-in-state', '/things/{thingId}'),
      inState('forgets to close', 'update-applied-exactly', 'action-result-lost', '/state'),
      inState(
        'deletes what it closes',
        'update-applied-exactly',
        'wrong-status',
        'GET of the resource that the action returned',
      ),
      inState('takes one', 'created-read-back', 'created-count-differs', 'things'),
      inState('turns', 'created-read-back', 'created-value-differs', '/name'),
      inState('takes all', 'created-read-back', 'invalid-entry-accepted', 'things'),
    ],
  },
  {
    name: 'keys-of-two-parts',
    declared: { ...named, paths: repoPaths },
    habits: { before: repositories() },
    faults: [
      [
        'ignores owners',
        'unknown-item-not-found',
        'wrong-status',
        'an unknown owner',
        { before: repositories('ignores owners') },
      ],
      [
        'counts what is closed',
        'count-matches-items',
        'wrong-count',
        '/open_issues',
        { before: repositories('counts closed') },
      ],
      [
        'makes two of one name',
        'promised-conflict-returned',
        'conflict-accepted',
        '/repos',
        { before: repositories('makes twice') },
      ],
    ],
  },
  {
    name: 'refers-to-what-exists',
    declared: { ...named, paths: markPaths },
    habits: { before: marks(false) },
    faults: [
      [
        'marks what does not exist',
        'unknown-item-not-found',
        'wrong-status',
        'an unknown thingId',
        { before: marks(true) },
      ],
    ],
  },
]
