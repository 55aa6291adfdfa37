/**
 * Puts the facts of the registry and the documents on each code into the page of errors: its status, its meaning, the
 * operations with it, and an example.
 */
import { readFileSync } from 'node:fs'
import { errorRegistry } from '../../src/service/errors.ts'
import { isObject, type Json } from '../../src/toolkit/openapi/index.ts'

interface Seen {
  operations: Set<string>
  example?: Json
}

/** @param markdown a page with a heading for each code; facts go below it */
export function errorFacts(markdown: string): string {
  const seen = examplesByCode(JSON.parse(readFileSync('generated/openapi.v1.json', 'utf8')) as Json)
  return markdown.replaceAll(/^### `([A-Z_]+)`\n/gm, (heading, code: string) => {
    const known = (errorRegistry as Record<string, { status: number; meaning: string } | undefined>)[code]
    if (known === undefined)
      throw new Error(`docs/service/errors.md tells of ${code}, which is no error code.`)
    const { operations = new Set<string>(), example } = seen.get(code) ?? {}
    const all = [...operations].map((id) => `\`${id}\``)
    const where =
      all.length === 0
        ? ''
        : all.length > 12
          ? ` ${all.length} operations name it.`
          : ` Named by ${all.join(', ')}.`
    const sample = example === undefined ? '' : `\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`
    return `${heading}\n**Status ${known.status}.** ${known.meaning}${where}\n${sample}`
  })
}

function examplesByCode(document: Json): Map<string, Seen> {
  const found = new Map<string, Seen>()
  const paths = isObject(document) && isObject(document.paths) ? document.paths : {}
  const look = (node: Json, operationId: string, passed: readonly string[]): void => {
    if (Array.isArray(node)) for (const one of node) look(one, operationId, passed)
    if (!isObject(node)) return
    if (
      typeof node.$ref === 'string' &&
      node.$ref.startsWith('#/components/responses/') &&
      !passed.includes(node.$ref)
    ) {
      const components = isObject(document) && isObject(document.components) ? document.components : {}
      const responses = isObject(components.responses) ? components.responses : {}
      const target = responses[node.$ref.slice('#/components/responses/'.length)]
      if (target !== undefined) look(target, operationId, [...passed, node.$ref])
    }
    const { error } = node
    if (node.success === false && isObject(error) && typeof error.code === 'string') {
      const one = found.get(error.code) ?? { operations: new Set<string>(), example: node }
      one.operations.add(operationId)
      found.set(error.code, one)
    }
    for (const value of Object.values(node)) look(value, operationId, passed)
  }
  for (const item of Object.values(paths))
    for (const operation of Object.values(isObject(item) ? item : {}))
      if (isObject(operation) && typeof operation.operationId === 'string')
        look(operation.responses ?? null, operation.operationId, [])
  return found
}
