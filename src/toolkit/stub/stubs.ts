/** The place of an operation's stub, and its content. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { documentOf } from '../openapi/documentOf.ts'
import { nearest } from '../openapi/nearest.ts'
import { listOperations, type Operation } from '../openapi/operations.ts'
import { featuresOf, nameOfPage } from '../openapi/projectLayout.ts'
import { bundle } from '../openapi/redocly/bundle.ts'
import { freeHandlerText, handlerText, type TestRunner, testText, typedHandlerText, wordOf } from './texts.ts'

export interface Stub {
  path: string
  text: string
}

/** The document whose operations have their place in `src/service/features`. */
export const OWN_PAGE = 'openapi/v1/openapi.yaml'

/** @throws Error that names the nearest operations, when the document has none of that name */
export async function stubsOf(wanted: string, root: string): Promise<Stub[]> {
  const operation = await find(wanted, OWN_PAGE, root)
  const feature = featuresOf(join(root, OWN_PAGE))(operation)
  return [
    { path: `src/service/features/${feature}/${wordOf(wanted)}.ts`, text: handlerText(operation) },
    { path: `test/service/features/${feature}/${wordOf(wanted)}.test.ts`, text: testText(operation) },
  ]
}

export interface FreeStubs {
  folder: string
  /** Where the test goes. Default: the folder of the handler. */
  tests?: string | undefined
  /** The types that generate made. Default: generated/<document>.ts. */
  types: string | undefined
  /** A module with the type `Handler<operationId>`, in place of the types. */
  handler: string | undefined
}

/** The same for any OpenAPI document. */
export async function freeStubsOf(
  wanted: string,
  root: string,
  page: string,
  { folder, tests = folder, types = join('generated', `${nameOfPage(page, [page])}.ts`), handler }: FreeStubs,
): Promise<Stub[]> {
  const operation = await find(wanted, page, root)
  const file = join(folder, `${wordOf(wanted)}.ts`)
  const wayTo = (module: string) => {
    const way = relative(dirname(resolve(root, file)), resolve(root, module)).replaceAll('\\', '/')
    return way.startsWith('.') ? way : `./${way}`
  }
  const text =
    handler === undefined
      ? freeHandlerText(operation, wayTo(types))
      : typedHandlerText(operation, wayTo(handler))
  return [
    { path: file, text },
    { path: join(tests, `${wordOf(wanted)}.test.ts`), text: testText(operation, testRunnerOf(root)) },
  ]
}

/** Node runs tests itself; a project that has vitest is written for it. */
function testRunnerOf(root: string): TestRunner {
  const file = join(root, 'package.json')
  if (!existsSync(file)) return 'vitest'
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  return Object.hasOwn({ ...dependencies, ...devDependencies }, 'vitest') ? 'vitest' : 'node'
}

async function find(wanted: string, page: string, root: string): Promise<Operation> {
  const operations = listOperations(documentOf(await bundle(resolve(root, page)), page))
  const operation = operations.find(({ operationId }) => operationId === wanted)
  if (operation !== undefined) return operation
  const names = operations.map(({ operationId }) => operationId)
  const close = nearest(wanted, names)
  const hint = close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `It has: ${names.join(', ')}.`
  throw new Error(`${page} has no operation "${wanted}". ${hint}`)
}
