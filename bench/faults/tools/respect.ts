/** `redocly respect` with the workflows that `redocly generate-arazzo` makes of the document. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parse, stringify } from 'yaml'
import { isObject, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { writeWithServer } from '../document.ts'
import { type Complaint, headersOf, printed, type Run, type Tool } from './tool.ts'

const program = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')

interface Report {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>
}

interface Step {
  stepId: string
  response?: { statusCode?: number }
  checks: { name: string; passed: boolean; message: string }[]
}

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
    const report = join(run.folder, 'report.json')
    const text = await printed([process.execPath, program, 'respect', file, '--json-output', report], run)
    if (!existsSync(report)) throw new Error(`it wrote no report: ${text.slice(-300)}`)
    const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
      executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
    )
    return [...new Set(steps.flatMap(failuresIn))].map((key) => ({ key }))
  },
}

/** Failed checks with the status of the response, and with what is wrong for those of the schema. */
const failuresIn = ({ stepId, response, checks }: Step): string[] =>
  checks
    .filter(({ passed }) => !passed)
    .flatMap(({ name, message }) => {
      const reasons = stripVTControlCharacters(message).match(/^[A-Z]{3,} .*$/gm) ?? ['']
      const wrong = name === 'schema check' ? reasons : [`${response?.statusCode ?? ''}`]
      return wrong.map((one) => `${stepId}: ${name} ${one}`.trim())
    })

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
