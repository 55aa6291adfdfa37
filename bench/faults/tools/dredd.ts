/**
 * Dredd without hooks, as a user gets it: the document, the address and a header with the credential. It sends nothing where a
 * required parameter has no example, so each gets one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { downConvert } from '../../../scripts/dredd/downConvert.ts'
import { isObject, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'
import { type Complaint, headersOf, printed, type Run, settled, type Tool } from './tool.ts'

const program = join(import.meta.dirname, '../../../node_modules/dredd/bin/dredd')

export const dredd: Tool = {
  name: 'Dredd',
  async run(run: Run): Promise<Complaint[]> {
    const file = join(run.folder, 'dredd.json')
    writeFileSync(
      file,
      JSON.stringify(readable(JSON.parse(readFileSync(run.document, 'utf8')) as JsonObject)),
    )
    const flags = headersOf(run.credentials).flatMap((header) => ['--header', header.join(': ')])
    const text = await printed(
      [process.execPath, program, file, run.target, '--loglevel=error', ...flags],
      run,
    )
    if (!text.includes('fail: ') && !text.includes('pass: '))
      throw new Error(/error: .*/.exec(text)?.[0] ?? `it sent no request: ${text.slice(-300)}`)
    return [...failuresIn(text)].map((key) => ({ key }))
  },
}

/** Reasons in the list of failures at the end, below the name of each transaction: its method, expected status and path. */
function failuresIn(text: string): Set<string> {
  const found = new Set<string>()
  let transaction = ''
  for (const line of text.split('\n')) {
    const [, kind, name] = /^(fail|error): (.*) duration: /.exec(line) ?? []
    transaction = name ?? transaction
    if (kind === 'error') found.add(`${transaction}: error`)
    // The requests and responses below them have such lines too, without a text or with a status only.
    const reason = /^(?:fail: )?((?:headers|body): \S.*|statusCode: Expected.*)/.exec(line)?.[1]
    const got = /but got '(\d+)'/.exec(line)?.[1] ?? ''
    if (reason !== undefined) found.add(`${transaction}: ${settled(reason)} ${got}`.trim())
  }
  return found
}

/** Dredd reads OpenAPI 3.0. */
const readable = (root: JsonObject): unknown =>
  withExamples(String(root.openapi).startsWith('3.0') ? root : downConvert(root, { withSchemas: true }))

function withExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExamples)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, withExamples(one)])
  const copy = Object.fromEntries(entries) as JsonObject
  if (copy.required !== true || !['path', 'query'].includes(String(copy.in)) || copy.example !== undefined)
    return copy
  return { ...copy, example: exampleOf(isObject(copy.schema) ? copy.schema : {}) }
}

function exampleOf({ enum: values, type }: JsonObject): Json {
  if (Array.isArray(values)) return values[0] ?? 'example'
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? true : 'example'
}
