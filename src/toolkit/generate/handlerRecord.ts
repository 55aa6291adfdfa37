import type { ContractDocument } from '../openapi/document.ts'
import { listOperations } from '../openapi/operations.ts'
import type { FeatureOf } from '../openapi/projectLayout.ts'

/**
 * The source of `src/service/features/handlers.ts`: the exhaustive record, by convention one file an
 * operation. An operation without its file does not compile, nor does a handler that returns an undeclared
 * response. Missing files are left out here, so that the other operations still run, and the type `Handlers`
 * names them.
 * @param isWritten whether the file of an operation is there, by its path from the features
 */
export function handlerRecord(
  document: ContractDocument,
  featureOf: FeatureOf,
  isWritten: (file: string) => boolean,
): string {
  const rows = listOperations(document)
    .map((operation) => ({ id: operation.operationId, feature: featureOf(operation) }))
    .filter(({ id, feature }) => isWritten(`${feature}/${id}.ts`))
  const imports = rows.map(({ id, feature }) => `import { ${id} } from './${feature}/${id}.ts'\n`)
  const record = rows.map(({ id }) => `  ${id},\n`)
  return [
    "import type { Handlers } from '../server/handler.ts'\n",
    ...imports,
    `\nexport const handlers: Handlers = {\n${record.join('')}}\n`,
  ].join('')
}
