import { type ContractDocument, listOperations } from '../contract/index.ts'
import type { FeatureOf } from './features.ts'

/**
 * The source of `src/service/features/handlers.ts`: the exhaustive record, by convention one file an operation. An
 * operation of the document without its file does not compile, and an answer it does not declare neither.
 */
export function handlerRecord(document: ContractDocument, featureOf: FeatureOf): string {
  const rows = listOperations(document).map((operation) => ({
    id: operation.operationId,
    feature: featureOf(operation),
  }))
  const imports = rows.map(({ id, feature }) => `import { ${id} } from './${feature}/${id}.ts'\n`)
  const record = rows.map(({ id }) => `  ${id},\n`)
  return [
    "import type { Handlers } from '../server/handler.ts'\n",
    ...imports,
    `\nexport const handlers: Handlers = {\n${record.join('')}}\n`,
  ].join('')
}
