/** Where the stub of an operation stands, and what is in it. */
import { dirname, join, relative, resolve } from 'node:path'
import { documentOf, listOperations, type Operation } from '../contract/index.ts'
import { nearest } from '../contract/nearest.ts'
import { bundle } from '../generate/bundle.ts'
import { featuresOf } from '../generate/features.ts'
import { nameOfPage } from '../generate/outputs.ts'
import { freeHandlerText, handlerText, testText } from './texts.ts'

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
    { path: `src/service/features/${feature}/${wanted}.ts`, text: handlerText(operation) },
    { path: `test/service/features/${feature}/${wanted}.test.ts`, text: testText(operation) },
  ]
}

/** The same for any OpenAPI document, with both files in `folder` and the types in `types`. */
export async function freeStubsOf(
  wanted: string,
  root: string,
  page: string,
  folder: string,
  types = join('generated', `${nameOfPage(page, [page])}.ts`),
): Promise<Stub[]> {
  const operation = await find(wanted, page, root)
  const file = join(folder, `${wanted}.ts`)
  const way = relative(dirname(resolve(root, file)), resolve(root, types)).replaceAll('\\', '/')
  return [
    { path: file, text: freeHandlerText(operation, way.startsWith('.') ? way : `./${way}`) },
    { path: join(folder, `${wanted}.test.ts`), text: testText(operation) },
  ]
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
