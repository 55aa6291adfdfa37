/** The published document of a target, as OpenAPI 3 in one file. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isObject, type Json, type JsonObject } from '../../src/toolkit/openapi/index.ts'
import { install } from './install.ts'
import type { Source, Target } from './target.ts'

/** Converts Swagger 2.0. */
const CONVERTER = { swagger2openapi: '7.0.8' }

/** Writes the document into the folder and returns its path. Paths and schemas stay as they were published. */
export async function writeDocument(target: Target, at: Source & { folder: string }): Promise<string> {
  const text = await readPublished(target, at)
  const published = parse(text) as JsonObject
  const file = join(at.folder, 'openapi.json')
  writeFileSync(
    file,
    JSON.stringify('swagger' in published ? await converted(published, at.folder) : published),
  )
  return file
}

async function readPublished({ document }: Target, source: Source): Promise<string> {
  const { origin, installation } = source
  if ('read' in document) return document.read(source)
  if ('file' in document) return readFileSync(join(installation, document.file), 'utf8')
  const response = await fetch(`${origin}${document.path}`, { headers: { ...document.headers } })
  if (!response.ok) throw new Error(`bench:targets: ${document.path} responded with ${response.status}.`)
  return response.text()
}

async function converted(swagger: JsonObject, folder: string): Promise<JsonObject> {
  const program = join(
    await install('tools/convert', CONVERTER),
    'node_modules/swagger2openapi/swagger2openapi.js',
  )
  const [from, to] = [join(folder, 'swagger.json'), join(folder, 'converted.json')]
  writeFileSync(from, JSON.stringify(swagger))
  const { status, stderr } = spawnSync(process.execPath, [program, '--patch', '-o', to, from], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`bench:targets: swagger2openapi failed: ${stderr}`)
  return JSON.parse(readFileSync(to, 'utf8')) as JsonObject
}

/** A copy of the document whose only server is the target, for tools that read it there. */
export function writeWithServer(file: string, to: string, server: string): string {
  const root = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
  writeFileSync(to, JSON.stringify({ ...root, servers: [{ url: server }] }))
  return to
}

/**
 * A copy of the document for the other tools, without the operations that the configuration of the target skips. Parameters
 * of serialized JSON get a plain schema, because several tools do not read theirs.
 */
export function writeForOthers(file: string, to: string, skipped: readonly string[]): string {
  const root = withPlainParameters(JSON.parse(readFileSync(file, 'utf8')) as JsonObject) as JsonObject
  for (const [path, item] of Object.entries(isObject(root.paths) ? root.paths : {}))
    if (isObject(item))
      for (const [method, operation] of Object.entries(item)) {
        const names = [`${method.toUpperCase()} ${path}`, isObject(operation) ? operation.operationId : '']
        if (names.some((name) => skipped.includes(String(name)))) delete item[method]
      }
  writeFileSync(to, JSON.stringify(root))
  return to
}

function withPlainParameters(value: Json): Json {
  if (Array.isArray(value)) return value.map(withPlainParameters)
  if (!isObject(value)) return value
  const copy: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withPlainParameters(one)]),
  )
  if (typeof copy.in !== 'string' || !isObject(copy.content)) return copy
  const { content, ...parameter } = copy
  const [media] = Object.values(content)
  return { ...parameter, schema: isObject(media) && isObject(media.schema) ? media.schema : {} }
}
