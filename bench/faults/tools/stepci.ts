/**
 * Step CI with the workflow that it generates from the document. Its values are random, so each target has one workflow for
 * all runs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { isObject, type Json, type JsonObject, objectAt } from '../../../src/toolkit/openapi/index.ts'
import { install } from '../install.ts'
import { type Complaint, headersOf, printed, type Run, settled, type Tool } from './tool.ts'

const PACKAGES = { stepci: '2.8.2' }
/** Of strings; its generator stops at others. */
const FORMATS =
  /^(date-time|datetime|date|time|ipv[46]|regex|(idn-)?email|(idn-)?hostname|[ui]ri(-reference)?|uri-template|json-pointer|slug|uuid|duration|binary)$/
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

interface Step {
  id?: string
  name?: string
  http?: { method: string; url: string; headers?: Record<string, string> }
}

interface Workflow {
  config?: { http?: object }
  tests?: Record<string, { steps?: Step[] }>
}

export const stepci: Tool = {
  name: 'Step CI',
  async run(run: Run): Promise<Complaint[]> {
    const program = join(await install('tools/stepci', PACKAGES), 'node_modules/stepci/dist/index.js')
    const quiet = { ...run, env: { ...run.env, STEPCI_DISABLE_ANALYTICS: '1' } }
    const generated = join(run.shelf, 'stepci.yml')
    if (!existsSync(generated)) {
      const root = JSON.parse(readFileSync(run.document, 'utf8')) as JsonObject
      writeFileSync(join(run.folder, 'api.json'), JSON.stringify(withKnownFormats(readable(root))))
      const made = await printed([process.execPath, program, 'generate', 'api.json', generated], quiet)
      if (!existsSync(generated)) throw new Error(`it generated no workflow: ${errorIn(made)}`)
    }
    const workflow = parse(readFileSync(generated, 'utf8')) as Workflow
    const headers = Object.fromEntries(headersOf(run.credentials))
    for (const { steps = [] } of Object.values(workflow.tests ?? {}))
      for (const step of steps) {
        if (step.http === undefined) continue
        step.name = `${step.http.method} ${step.id ?? step.http.url}`
        step.http.headers = { ...step.http.headers, ...headers }
      }
    const http = { ...workflow.config?.http, baseURL: run.target }
    const file = join(run.folder, 'workflow.yml')
    // Without it, everything after the first failure is skipped.
    writeFileSync(
      file,
      stringify({ ...workflow, config: { ...workflow.config, http, continueOnFail: true } }),
    )
    const text = await printed([process.execPath, program, 'run', file], quiet)
    if (!text.includes('Steps:')) throw new Error(`it ends without a result: ${errorIn(text)}`)
    return failuresIn(text).map((key) => ({ key }))
  },
}

const errorIn = (text: string): string => /^\w*Error.*/m.exec(text)?.[0] ?? text.slice(-300)

/**
 * The document as its generator reads it: each parameter and body where it is used, and nothing but operations in a path. One
 * test of all operations, because it stops at tags that the document does not declare.
 */
function readable({ tags: _, ...root }: JsonObject): JsonObject {
  const resolved = (value: Json | undefined): JsonObject => {
    if (!isObject(value)) return {}
    if (typeof value.$ref !== 'string') return value
    const segments = value.$ref.slice(2).split('/')
    return segments.reduce<JsonObject>((at, segment) => objectAt(at, segment), root)
  }
  const parametersOf = ({ parameters }: JsonObject): JsonObject[] =>
    (Array.isArray(parameters) ? parameters : []).map((one) => ({ schema: {}, ...resolved(one) }))
  const pathsOf = (item: JsonObject): JsonObject => {
    const operations = Object.entries(item).filter(([method]) => METHODS.includes(method))
    return Object.fromEntries(
      operations.map(([method, value]) => {
        const { servers: _, ...operation } = resolved(value)
        const responses = Object.entries(objectAt(operation, 'responses'))
        return [
          method,
          {
            ...operation,
            parameters: [...parametersOf(item), ...parametersOf(operation)],
            ...('requestBody' in operation && { requestBody: resolved(operation.requestBody) }),
            responses: Object.fromEntries(responses.map(([status, one]) => [status, resolved(one)])),
          },
        ]
      }),
    )
  }
  const paths = Object.entries(objectAt(root, 'paths')).map(([path, item]) => [path, pathsOf(resolved(item))])
  return { ...root, servers: [{ url: '/' }], paths: Object.fromEntries(paths) as JsonObject }
}

function withKnownFormats(value: Json): Json {
  if (Array.isArray(value)) return value.map(withKnownFormats)
  if (!isObject(value)) return value
  // Its validator reads draft 7.
  const isUnknown = typeof value.format === 'string' && value.type === 'string' && !FORMATS.test(value.format)
  const entries = Object.entries(value).filter(
    ([name]) => name !== '$schema' && (name !== 'format' || !isUnknown),
  )
  return Object.fromEntries(entries.map(([name, one]) => [name, withKnownFormats(one)]))
}

/** Failed checks of each step with the status that it got, and the steps that ended with an error. */
function failuresIn(text: string): string[] {
  const found = new Set<string>()
  let step = ''
  let check = ''
  let before = ''
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    if (before.startsWith('⚠') && before.includes('›')) found.add(settled(`${before.slice(2)}: ${line}`))
    if (line.startsWith('● ')) step = line.slice(2)
    else if (line.startsWith('✕ ') && !line.includes(' failed after ')) {
      check = line.slice(2)
      if (check !== 'Status') found.add(settled(`${step}: ${check}`))
    } else if (before === 'Given' && check === 'Status') found.add(`${settled(step)}: status ${line}`)
    before = line
  }
  return [...found]
}
