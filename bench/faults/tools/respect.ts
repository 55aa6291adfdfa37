/** `redocly respect` with the workflows that `redocly generate-arazzo` makes of the document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { isObject, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { writeWithServer } from '../document.ts'
import { type Complaint, headersOf, printed, type Run, settled, type Tool } from './tool.ts'

const program = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')

export const respect: Tool = {
  name: 'redocly respect',
  async run(run: Run): Promise<Complaint[]> {
    const api = writeWithServer(run.document, join(run.folder, 'api.json'), run.target)
    writeFileSync(api, JSON.stringify(named(JSON.parse(readFileSync(api, 'utf8')) as JsonObject)))
    const file = join(run.folder, 'generated.arazzo.yaml')
    await printed([process.execPath, program, 'generate-arazzo', 'api.json', '-o', file], run)
    const arazzo = parse(readFileSync(file, 'utf8')) as { workflows: JsonObject[] }
    const headers = headersOf(run.credentials)
    if (headers.length > 0)
      for (const workflow of arazzo.workflows)
        workflow.parameters = headers.map(([name, value]) => ({ in: 'header', name, value }))
    writeFileSync(file, stringify(arazzo))
    const text = await printed([process.execPath, program, 'respect', file], run)
    const found = new Set<string>()
    let step = ''
    for (const line of text.split('\n').map((one) => one.trim())) {
      if (/^[✓✗] ([A-Z]+ |\S+-step$)/.test(line)) step = line.slice(2)
      // Checks of a step, not the tables of sums.
      else if (line.startsWith('✗') && !line.includes('│')) found.add(settled(`${step}: ${line}`))
    }
    return [...found].map((key) => ({ key }))
  },
}

/**
 * With an operationId of letters only at each operation: others, and addresses of several segments, it does not find again.
 * Without security, for which it would need inputs: the credentials are headers.
 */
function named({ security: _, ...root }: JsonObject): JsonObject {
  const paths = Object.entries(root.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as JsonObject).map(([method, operation]) => [
        method,
        isObject(operation) && 'responses' in operation
          ? { ...operation, security: [], operationId: `${method}${path}`.replaceAll(/\W+/g, '_') }
          : operation,
      ]),
    ),
  ])
  return { ...root, paths: Object.fromEntries(paths) as JsonObject }
}
