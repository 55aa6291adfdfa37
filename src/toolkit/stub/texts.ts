import type { Operation } from '../openapi/operations.ts'

/** A name that code can have: `getUser` for `get-user`, `getThings` for `GET /things`. */
export function wordOf(operationId: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(operationId) && !RESERVED.has(operationId)) return operationId
  const words = operationId.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  const word = words
    .map((part, index) => {
      const plain = /^[A-Z]+$/.test(part) ? part.toLowerCase() : part
      const start = plain.charAt(0)
      return (index === 0 ? start.toLowerCase() : start.toUpperCase()) + plain.slice(1)
    })
    .join('')
  return /^[A-Za-z_$]/.test(word) && !RESERVED.has(word)
    ? word
    : `handle${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** Words of the language that no function can be called by. */
const RESERVED = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof let new null return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Text of a document within a comment, which it must not end. */
const inComment = (text: string): string => text.replaceAll('*/', '* /').replace(/\s+/g, ' ')

/** The status that a document declares for all others. */
const isAny = (status: string): boolean => status === 'default'

/**
 * A handler that neither compiles nor responds until a developer writes it: `writeMe` exists nowhere, so that the
 * compiler, and not a client, finds the hole.
 */
export function handlerText(described: Operation): string {
  const { operationId, method, path, operation, parameters } = described
  const given = [
    path.includes('{') ? ['params'] : [],
    parameters.some((parameter) => parameter.in === 'query') ? ['query'] : [],
    operation.requestBody === undefined ? [] : ['body'],
    method === 'GET' ? ['caller', 'database'] : ['caller', 'transact'],
  ].flat()
  return `import type { Handler } from '../../server/handler.ts'

/**
 * ${inComment(`${method} ${path}: ${summaryOf(described)}`)}.
 */
export const ${wordOf(operationId)}: Handler<${quoted(operationId)}> = async ({ ${given.join(', ')} }) => {
  throw writeMe(${quoted(operationId)}, { ${given.join(', ')} })
}
`
}

/** The test runner: vitest, or Node itself where a project has no vitest. */
export type TestRunner = 'vitest' | 'node'

const RUNNERS: Record<TestRunner, { head: string; hole: string }> = {
  vitest: { head: "import { describe, expect, it } from 'vitest'", hole: "expect.fail('write this test')" },
  node: {
    head: "import assert from 'node:assert/strict'\nimport { describe, it } from 'node:test'",
    hole: "assert.fail('write this test')",
  },
}

/** A test that fails until a developer writes it. */
export function testText(
  { operationId, method, path, responses }: Operation,
  runner: TestRunner = 'vitest',
): string {
  const statuses = [...responses.keys()].filter((status) => !status.startsWith('5'))
  const success = statuses.find((status) => /^[12]/.test(status)) ?? statuses.find(isAny) ?? '200'
  const own = statuses.filter(
    (status) => status !== success && (/^4(04|09|12|XX)$/i.test(status) || isAny(status)),
  )
  const cases = [`answers ${success}`, ...own.map((status) => `answers ${status}`)]
  const { head, hole } = RUNNERS[runner]
  const rows = cases.map((name) => `  it(${quoted(name)}, () => {\n    ${hole}\n  })\n`)
  return `${head}

describe(${quoted(`${operationId}: ${method} ${path}`)}, () => {
${rows.join('\n')}})
`
}

/** The same for a project whose module `handler` has the type of handlers, as `specwright init` writes it. */
export function typedHandlerText(operation: Operation, handler: string): string {
  const { operationId, method, path, parameters } = operation
  const given = [
    path.includes('{') ? ['path'] : [],
    parameters.some((parameter) => parameter.in === 'query') ? ['query'] : [],
    operation.operation.requestBody === undefined ? [] : ['body'],
  ].flat()
  const call = given.length === 0 ? 'call' : `{ ${given.join(', ')} }`
  return `import type { Handler } from ${quoted(handler)}

/**
 * ${inComment(`${method} ${path}: ${summaryOf(operation)}`)}.
 */
export const ${wordOf(operationId)}: Handler<${quoted(operationId)}> = async (${call}) => {
  throw writeMe(${quoted(operationId)}, ${call})
}
`
}

/** The operation's summary in the document, after a colon. */
function summaryOf({ operation }: Operation): string {
  const summary = typeof operation.summary === 'string' ? operation.summary : 'what it does'
  return `${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}`
}

/**
 * The same for any document: a function from the values of a request to one of the responses that the document
 * declares. Its types come from `types`, as openapi-typescript generates them.
 */
export function freeHandlerText(operation: Operation, types: string): string {
  const { operationId, method, path } = operation
  return `import type { operations } from ${quoted(types)}

type Operation = operations[${quoted(operationId)}]

/** One of the declared answers, with its body in one of its media types. */
type Result = {
  [Status in keyof Operation['responses']]: {
    status: Status
    body: Operation['responses'][Status] extends { content: infer Content } ? Content[keyof Content] : undefined
  }
}[keyof Operation['responses']]

/**
 * ${inComment(`${method} ${path}: ${summaryOf(operation)}`)}.
 */
export async function ${wordOf(operationId)}(request: Pick<Operation, 'parameters' | 'requestBody'>): Promise<Result> {
  throw writeMe(${quoted(operationId)}, request)
}
`
}

/** A handler for a server that runs before it is written: it responds with 501. */
export const unwrittenHandlerText = (operation: Operation, name: string, handler: string): string =>
  `import { HttpError } from 'specwright/server'
import type { Handler } from ${quoted(handler)}

/**
 * ${inComment(`${operation.method} ${operation.path}: ${summaryOf(operation)}`)}.
 */
export const ${name}: Handler<${quoted(operation.operationId)}> = async () => {
  throw new HttpError(501, ${quoted(`The operation ${operation.operationId} is not written.`)})
}
`
