import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentOf } from '../contract/index.ts'
import { changelogOf, historiesAt, waiversAt } from '../diff/index.ts'
import { bundle } from './bundle.ts'
import { eventTypes } from './eventTypes.ts'
import { expectationsModule } from './expectations.ts'
import { featuresOf } from './features.ts'
import { handlerRecord } from './handlerRecord.ts'
import { operationTable } from './operationTable.ts'
import { createTypesMaker, type TypesMaker } from './types.ts'
import { validatorsModule } from './validators.ts'

export const COMMAND = 'npm run generate'

/** The contents pages of the documents at `root`, by the name of what is made from them. */
function documentsAt(root: string): [name: string, source: string][] {
  const apis = readdirSync(join(root, 'openapi'))
    .filter((api) => existsSync(join(root, 'openapi', api, 'openapi.yaml')))
    .sort()
  return [
    ...apis.map((api): [string, string] => [`openapi.${api}`, `openapi/${api}/openapi.yaml`]),
    ['asyncapi', 'asyncapi/asyncapi.yaml'],
  ]
}

/** Every generated file of the project at `root`: its path from there and its text. */
export async function outputsOf(root: string): Promise<Map<string, string>> {
  const maker = createTypesMaker()
  try {
    const made = await Promise.all(
      documentsAt(root).map(([name, source]) => outputsOfDocument(root, name, source, maker)),
    )
    return new Map([...made.flat(), ...changelog(root)])
  } finally {
    await maker.stop()
  }
}

type Output = [name: string, text: string]

/** What consumers are told of the contracts since their release; nothing where none was released. */
function changelog(root: string): Output[] {
  const histories = historiesAt(root)
  if (histories.length === 0) return []
  const heading = `<!-- Made by \`${COMMAND}\` from the documents and their releases. -->\n\n`
  return [['docs/contract-changes.md', heading + changelogOf(histories, waiversAt(root))]]
}

async function outputsOfDocument(
  root: string,
  name: string,
  source: string,
  { typesOf }: TypesMaker,
): Promise<Output[]> {
  const tree = await bundle(join(root, source))
  const document = documentOf(tree, source)
  const heading = `// Made by \`${COMMAND}\` from ${source}; change that instead.\n\n`
  const code = async (): Promise<Output[]> => {
    const featureOf = featuresOf(join(root, source))
    if (name === 'openapi.oauth')
      return [['generated/operations.oauth.ts', operationTable(document, featureOf)]]
    if (name !== 'openapi.v1') return []
    return [
      ['generated/operations.ts', operationTable(document, featureOf)],
      ['generated/validators.ts', validatorsModule(document)],
      ['generated/expectations.ts', expectationsModule(document)],
      ['src/service/features/handlers.ts', handlerRecord(document, featureOf)],
    ]
  }
  const types = document.kind === 'asyncapi' ? eventTypes(document, typesOf) : typesOf(document)
  const [text, made] = await Promise.all([types, code()])
  return [
    [`generated/${name}.json`, `${JSON.stringify({ 'x-generated-by': COMMAND, ...tree }, null, 2)}\n`],
    ...[[`generated/${name}.ts`, text] as Output, ...made].map(
      ([file, source]): Output => [file, heading + source],
    ),
  ]
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
