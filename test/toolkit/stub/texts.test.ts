/** Stubs of operations whose names are not identifiers, and whose statuses are ranges. */
import ts from 'typescript'
import { expect, test } from 'vitest'
import { documentOf, listOperations } from '../../../src/toolkit/openapi/index.ts'
import {
  freeHandlerText,
  handlerText,
  testText,
  typedHandlerText,
  wordOf,
} from '../../../src/toolkit/stub/texts.ts'

test.each([
  ['getUser', 'getUser'],
  ['get-user', 'getUser'],
  ['GET /things/{id}', 'getThingsId'],
  ['users.list', 'usersList'],
  ['delete', 'handleDelete'],
  ['2fa', 'handle2fa'],
])('%s is called %s in code', (operationId, word) => expect(wordOf(operationId)).toBe(word))

test('names what the document declares, ranges and default included', () => {
  const responses = {
    '2XX': { description: 'x' },
    '4XX': { description: 'x' },
    default: { description: 'x' },
  }
  const [operation] = listOperations(
    documentOf({ openapi: '3.1.0', paths: { '/a': { get: { operationId: "a's", responses } } } }),
  )
  if (!operation) throw new Error('The document has an operation.')
  const cases = [...testText(operation).matchAll(/it\('([^']*)'/g)].map(([, name]) => name)
  expect(cases).toEqual(['answers 2XX', 'answers 4XX', 'answers default'])
  expect(testText(operation)).toContain("describe('a\\'s: GET /a'")
  expect(freeHandlerText(operation, './types.ts')).toContain("operations['a\\'s']")
})

test('text of a document never ends the comment, the string or the statement that contains it', () => {
  const evil = "*/ process.exit(7) /* '); process.exit(7) //\n\u2028"
  const responses = { [`200${evil}`]: { description: 'x' }, [`404${evil}`]: { description: 'x' } }
  const [operation] = listOperations(
    documentOf({
      openapi: '3.1.0',
      paths: { [`/a${evil}`]: { get: { operationId: `a\\${evil}`, summary: evil, responses } } },
    }),
  )
  if (!operation) throw new Error('The document has an operation.')
  const texts = [
    handlerText(operation),
    freeHandlerText(operation, `./it${evil}.ts`),
    typedHandlerText(operation, `./it${evil}.ts`),
    testText(operation),
    testText(operation, 'node'),
  ]
  for (const text of texts) {
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, false)
    expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([])
    const calls: string[] = []
    const visit = (node: ts.Node) => {
      if (ts.isCallExpression(node)) calls.push(node.expression.getText(file))
      ts.forEachChild(node, visit)
    }
    visit(file)
    expect(calls).not.toContain('process.exit')
  }
})
