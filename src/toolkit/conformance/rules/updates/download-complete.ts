import type { Api, ApiOperation } from '../../../model/api.ts'
import { descriptionOf, saysOfFile, saysOtherFile } from '../../../model/description.ts'
import { responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { hasRole } from '../../../model/roles.ts'
import { lastSegment, leadsTo, normal, soundsLike } from '../../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { readHeader } from '../../../openapi/headers.ts'
import { isJson, mediaTypeOf } from '../../../openapi/json.ts'
import { bareDigest, hexDigest } from '../../../schema/values/digests.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemsOf } from '../../engine/items.ts'
import { type CheckContext, defineRule, NotObserved } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { several } from '../lists/several.ts'

/** The properties of an item that describe its file. */
const reportedOf = (api: Api, { read }: Resource, file: string): string[] =>
  [...responseProperties(api, read)].flatMap(([name, schema]) => {
    const words = descriptionOf(viewOf(api.document, schema))
    const reported = (['fileSize', 'fileDigest'] as const).some((role) =>
      hasRole(api.document, role, name, schema),
    )
    // A hash without a word of what it is of may be any.
    const unclear = soundsLike('hash', name) && !saysOfFile(words, file)
    return reported && !unclear && !saysOtherFile(words, file) ? [name] : []
  })

/** A file must match its description: the same length and digest, and an export must have every item. */
export const downloadComplete = defineRule({
  ...definitionOf('download-complete'),
  *checks({ api, graph }) {
    for (const operation of api.operations.filter(({ method }) => method === 'GET')) {
      const last = normal(lastSegment(operation.path))
      const item = graph.resources.find(
        (one) => one.read !== undefined && operation.path === `${one.item}/${lastSegment(operation.path)}`,
      )
      if (item !== undefined && leadsTo('file', last)) {
        const reported = reportedOf(api, item, last)
        if (reported.length > 0)
          yield {
            name: 'download',
            constraint: reported.join(', '),
            operation,
            run: (context) => download(context, operation, item, reported),
          }
      }
      const list = leadsTo('export', last) ? listNextTo(graph.resources, operation) : undefined
      if (list === undefined) continue
      for (const type of recordTypes(operation))
        yield {
          name: `export ${type}`,
          constraint: 'export is whole',
          operation,
          run: (context) => exported(context, operation, list, type),
        }
    }
  },
})

async function download(
  context: CheckContext,
  operation: ApiOperation,
  resource: Resource,
  names: readonly string[],
): Promise<void> {
  const item = await context.item(resource, { fresh: true })
  const about = await context.read(item)
  const response = await context.send(operation, { params: item.params, query: {}, headers: {} })
  if (!isObject(about.json as Json) || response.status >= 300)
    return context.notObserved({ code: 'returned', what: 'the download', status: response.status })
  for (const name of names) {
    const reported = (about.json as JsonObject)[name]
    const problem = contradiction(normal(name), reported, response.body)
    if (problem === undefined) continue
    context.broken({
      code: 'file-differs',
      subject: `/${name}`,
      received: problem,
      expected: reported,
      exchange: response,
      with: [item.made, about],
      place: operation.pointer,
    })
  }
}

/** The actual value of the file, where it contradicts the property that describes it. */
function contradiction(name: string, reported: Json | undefined, bytes: Buffer): string | undefined {
  if (soundsLike('fileSize', name) && typeof reported === 'number' && Number.isInteger(reported))
    return reported === bytes.length ? undefined : `${bytes.length} bytes`
  if (!soundsLike('fileDigest', name) || typeof reported !== 'string') return undefined
  const given = bareDigest(reported)
  const algorithm = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' }[given.length]
  if (algorithm === undefined || !/^[0-9a-f]+$/i.test(given)) return undefined
  const right = hexDigest(algorithm, bytes)
  return right === given.toLowerCase() ? undefined : `the ${algorithm} ${right}`
}

/**
 * The list that an export belongs to: `/datasets/{id}/export` and `/datasets/{id}/items`, `/contacts/export`
 * and `/contacts`.
 */
function listNextTo(resources: readonly Resource[], { path }: ApiOperation): Resource | undefined {
  const around = path.replace(/\/[^/]+$/, '')
  const lists = resources.filter((one) => one.list !== undefined && one.create !== undefined)
  const own = lists.find(({ collection }) => collection === around)
  const inside = lists.filter(
    ({ collection, parent }) => parent?.item === around && collection.startsWith(`${around}/`),
  )
  return (
    own ??
    inside.find(({ collection }) => normal(lastSegment(collection)) === 'items') ??
    (inside.length === 1 ? inside[0] : undefined)
  )
}

/** Declared media types of which records can be counted. */
const recordTypes = (operation: ApiOperation): string[] => {
  const content = objectAt(operation.responses.get(String(operation.successes[0]))?.node ?? {}, 'content')
  return Object.keys(content)
    .map(mediaTypeOf)
    .filter((type) => /^text\/csv$|jsonl|ndjson|json-seq/.test(type) || isJson(type))
}

async function exported(
  context: CheckContext,
  operation: ApiOperation,
  resource: Resource,
  type: string,
): Promise<void> {
  const { params } = await several(context, resource, 3)
  const base = await context.parts(operation).catch((error: unknown) => {
    if (error instanceof NotObserved) return undefined
    throw error
  })
  const format = operation.inputs.find((one) => one.in === 'query' && normal(one.name) === 'format')
  const choices = (format?.schema as JsonObject | undefined)?.enum
  const choice = Array.isArray(choices)
    ? choices.find((one) => typeof one === 'string' && type.split(/[/.+-]/).includes(one.toLowerCase()))
    : undefined
  const exchange = await context.send(operation, {
    params: { ...base?.params, ...params },
    query: { ...base?.query, ...(format !== undefined && choice !== undefined && { [format.name]: choice }) },
    headers: { ...base?.headers, Accept: type },
  })
  if (exchange.status >= 300)
    return context.notObserved({ code: 'returned', what: 'the export', status: exchange.status })
  if (mediaTypeOf(readHeader(exchange.headers, 'content-type') ?? '') !== type)
    return context.notObserved({ code: 'other-format', what: 'the export' })
  const { list } = resource
  if (list === undefined) return
  const listed = await context.send(list, { params, query: {}, headers: {} })
  const items = itemsOf(context, resource, listed)
  const count = items.length
  const records = recordsIn(exchange, type, items)
  if (records === undefined || listed.status >= 300 || count === 0 || records >= count) return
  context.broken({
    code: 'export-incomplete',
    received: records,
    expected: count,
    exchange,
    with: [listed],
    place: operation.pointer,
  })
}

function recordsIn({ body, json }: Recorded, type: string, items: readonly JsonObject[]): number | undefined {
  const text = body.toString('utf8')
  if (type === 'text/csv') {
    const rows = rowsOf(text)
    // Some exports begin with a header line of property names.
    const names = new Set(items.flatMap((one) => Object.keys(one).map(normal)))
    const [first = ''] = rows
    return rows.length - (first.split(/[",;\t.]/).some((name) => names.has(normal(name))) ? 1 : 0)
  }
  if (!isJson(type)) return text.split('\n').filter((line) => line.trim() !== '').length
  if (Array.isArray(json)) return json.length
  const lists = isObject(json as Json) ? Object.values(json as object).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0]?.length : undefined
}

/** Rows of a table (RFC 4180): a line end in quotes is part of a field. */
const rowsOf = (text: string): string[] =>
  text
    .replace(/"(?:[^"]|"")*"/g, (field) => field.replace(/[\r\n]/g, ' '))
    .split(/\r?\n/)
    .filter((row) => row !== '')
