import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentOf } from '../../src/contract/index.ts'
import { bundle } from './bundle.ts'
import { eventTypes } from './eventTypes.ts'
import { operationTable } from './operationTable.ts'
import { typesOf } from './types.ts'

export const COMMAND = 'npm run generate'

const DOCUMENTS = {
  'openapi.v1': 'openapi/v1/openapi.yaml',
  'openapi.oauth': 'openapi/oauth/openapi.yaml',
  asyncapi: 'asyncapi/asyncapi.yaml',
}

/** Every generated file of the project at `root`: its name in `generated/` and its text. */
export async function outputsOf(root: string): Promise<Map<string, string>> {
  const outputs = new Map<string, string>()
  for (const [name, source] of Object.entries(DOCUMENTS)) {
    const tree = await bundle(join(root, source))
    const document = documentOf(tree, source)
    const heading = `// Made by \`${COMMAND}\` from ${source}; change that instead.\n\n`
    outputs.set(`${name}.json`, `${JSON.stringify({ 'x-generated-by': COMMAND, ...tree }, null, 2)}\n`)
    const types = document.kind === 'asyncapi' ? eventTypes : typesOf
    outputs.set(`${name}.ts`, heading + (await types(document)))
    if (name === 'openapi.v1') outputs.set('operations.ts', heading + operationTable(document))
  }
  return outputs
}

export interface Difference {
  name: string
  kind: 'missing' | 'stale' | 'unexpected'
}

/** How the folder differs from what it should hold. */
export function differences(folder: string, outputs: Map<string, string>): Difference[] {
  const present = existsSync(folder) ? readdirSync(folder) : []
  const wrong = [...outputs].flatMap(([name, text]): Difference[] => {
    if (!present.includes(name)) return [{ name, kind: 'missing' }]
    return readFileSync(join(folder, name), 'utf8') === text ? [] : [{ name, kind: 'stale' }]
  })
  const unexpected = present.filter((name) => !outputs.has(name))
  return [...wrong, ...unexpected.map((name): Difference => ({ name, kind: 'unexpected' }))]
}
