import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentOf } from '../../src/contract/index.ts'
import { bundle } from './bundle.ts'
import { eventTypes } from './eventTypes.ts'
import { featuresOf } from './features.ts'
import { handlerRecord } from './handlerRecord.ts'
import { operationTable } from './operationTable.ts'
import { typesOf } from './types.ts'
import { validatorsModule } from './validators.ts'

export const COMMAND = 'npm run generate'

/** The contents pages of the documents at `root`, by the name of what is made from them. */
function documentsAt(root: string): [name: string, source: string][] {
  const apis = readdirSync(join(root, 'openapi')).sort()
  return [
    ...apis.map((api): [string, string] => [`openapi.${api}`, `openapi/${api}/openapi.yaml`]),
    ['asyncapi', 'asyncapi/asyncapi.yaml'],
  ]
}

/** Every generated file of the project at `root`: its path from there and its text. */
export async function outputsOf(root: string): Promise<Map<string, string>> {
  const outputs = new Map<string, string>()
  for (const [name, source] of documentsAt(root)) {
    const tree = await bundle(join(root, source))
    const document = documentOf(tree, source)
    const heading = `// Made by \`${COMMAND}\` from ${source}; change that instead.\n\n`
    outputs.set(
      `generated/${name}.json`,
      `${JSON.stringify({ 'x-generated-by': COMMAND, ...tree }, null, 2)}\n`,
    )
    const types = document.kind === 'asyncapi' ? eventTypes : typesOf
    outputs.set(`generated/${name}.ts`, heading + (await types(document)))
    if (name === 'openapi.oauth') {
      const table = operationTable(document, featuresOf(join(root, source)))
      outputs.set('generated/operations.oauth.ts', heading + table)
    }
    if (name === 'openapi.v1') {
      const featureOf = featuresOf(join(root, source))
      outputs.set('generated/operations.ts', heading + operationTable(document, featureOf))
      outputs.set('generated/validators.ts', heading + validatorsModule(document))
      outputs.set('src/features/handlers.ts', heading + handlerRecord(document, featureOf))
    }
  }
  return outputs
}

export interface Difference {
  name: string
  kind: 'missing' | 'stale' | 'unexpected'
}

/** How the project at `root` differs from what it should hold; `generated/` holds nothing else. */
export function differences(root: string, outputs: Map<string, string>): Difference[] {
  const wrong = [...outputs].flatMap(([name, text]): Difference[] => {
    const file = join(root, name)
    if (!existsSync(file)) return [{ name, kind: 'missing' }]
    return readFileSync(file, 'utf8') === text ? [] : [{ name, kind: 'stale' }]
  })
  const folder = join(root, 'generated')
  const present = existsSync(folder) ? readdirSync(folder).map((name) => `generated/${name}`) : []
  const unexpected = present.filter((name) => !outputs.has(name))
  return [...wrong, ...unexpected.map((name): Difference => ({ name, kind: 'unexpected' }))]
}
