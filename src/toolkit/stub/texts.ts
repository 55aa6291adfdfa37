import type { Operation } from '../contract/index.ts'

/**
 * A handler that neither compiles nor answers until somebody writes it: `writeMe` exists nowhere, so that the
 * compiler, and not a client, finds the hole.
 */
export function handlerText({ operationId, method, path, operation, parameters }: Operation): string {
  const given = [
    path.includes('{') ? ['params'] : [],
    parameters.some((parameter) => parameter.in === 'query') ? ['query'] : [],
    operation.requestBody === undefined ? [] : ['body'],
    method === 'GET' ? ['caller', 'database'] : ['caller', 'transact'],
  ].flat()
  const summary = typeof operation.summary === 'string' ? operation.summary : 'what it does'
  return `import type { Handler } from '../../server/handler.ts'

/**
 * ${method} ${path}: ${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}.
 */
export const ${operationId}: Handler<'${operationId}'> = async ({ ${given.join(', ')} }) => {
  throw writeMe('${operationId}', { ${given.join(', ')} })
}
`
}

/** A test that fails until somebody writes it. */
export function testText({ operationId, method, path, responses }: Operation): string {
  const statuses = [...responses.keys()].map((status) => Number(status)).filter((status) => status < 500)
  const success = statuses.find((status) => status < 300) ?? 200
  const own = statuses.filter((status) => [404, 409, 412].includes(status))
  const cases = [`answers ${success}`, ...own.map((status) => `answers ${status}`)]
  const rows = cases.map((name) => `  it('${name}', () => {\n    expect.fail('write this test')\n  })\n`)
  return `import { describe, expect, it } from 'vitest'

describe('${operationId}: ${method} ${path}', () => {
${rows.join('\n')}})
`
}

/**
 * The same for a document of anybody's: a function from what a request holds to one of the answers that the document
 * declares, whose types come from `types`, as openapi-typescript makes them.
 */
export function freeHandlerText({ operationId, method, path, operation }: Operation, types: string): string {
  const summary = typeof operation.summary === 'string' ? operation.summary : 'what it does'
  return `import type { operations } from '${types}'

type Operation = operations['${operationId}']

/** One of the declared answers, with its body in one of its media types. */
type Answer = {
  [Status in keyof Operation['responses']]: {
    status: Status
    body: Operation['responses'][Status] extends { content: infer Content } ? Content[keyof Content] : undefined
  }
}[keyof Operation['responses']]

/**
 * ${method} ${path}: ${summary.charAt(0).toLowerCase()}${summary.slice(1).replace(/\.$/, '')}.
 */
export async function ${operationId}(request: Pick<Operation, 'parameters' | 'requestBody'>): Promise<Answer> {
  throw writeMe('${operationId}', request)
}
`
}
