/** Properties that a server derives from others, as the document's examples show it: a path or a slug from a name. */
import { type ApiOperation, examplesOf } from '../../model/api.ts'
import type { Resource } from '../../model/resources.ts'
import { normal } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { responseFor } from '../../openapi/operations.ts'
import { membersOf, viewOf } from '../../schema/view.ts'
import { mediaOf } from '../samples.ts'
import { bodyItemSchema } from './bodies.ts'
import { type Maker, type Target, viewWithForms } from './targets.ts'

const PARENT = /^parent(_?id)?$/i

/**
 * @param siblings the stored items of the collection, of which one may be the parent
 * @returns new values of the derived properties
 */
export function derivedFrom(
  maker: Maker,
  operation: ApiOperation,
  resource: Resource,
  { sent, item, target }: { sent: JsonObject; item: JsonObject; target: Target | undefined },
  siblings: readonly JsonObject[],
): JsonObject {
  const { document } = maker.api
  const derived: JsonObject = {}
  if (target === undefined) return derived
  const sayable = new Set(
    membersOf(viewWithForms(document, bodyItemSchema(document, operation, resource))).map(([name]) => name),
  )
  const examples = [operation, resource.create, resource.read]
    .flatMap((one) => (one === undefined ? [] : shownBy(maker, one)))
    .flatMap((one) => itemsIn(one, resource.idMember))
  for (const [name, schema] of membersOf(target.view)) {
    if (sayable.has(name) || name === resource.idMember || sent[name] !== undefined) continue
    if (typeof item[name] !== 'string' || viewOf(document, schema).format !== undefined) continue
    const value = valueFor(name, item, examples, (id) =>
      siblings.find((one) => String(one[resource.idMember]) === id),
    )
    if (value !== undefined && target.faults({ ...item, [name]: value }).length === 0) derived[name] = value
  }
  return derived
}

function valueFor(
  name: string,
  item: JsonObject,
  examples: readonly JsonObject[],
  siblingOf: (id: string) => JsonObject | undefined,
): string | undefined {
  const found = examples.flatMap((example) => {
    const shown = example[name]
    if (typeof shown !== 'string') return []
    return Object.entries(item).flatMap(([from, value]) => {
      const source = example[from]
      if (from === name || typeof value !== 'string' || typeof source !== 'string' || source.length < 3)
        return []
      const write = [plain, slug].find((one) => one(source) !== '' && shown.endsWith(one(source)))
      return write === undefined
        ? []
        : [{ prefix: shown.slice(0, shown.length - write(source).length), text: write(value) }]
    })
  })
  const [first] = found.sort((a, b) => a.prefix.length - b.prefix.length)
  if (first === undefined || first.text === '') return undefined
  const [, parent] = Object.entries(item).find(([one]) => PARENT.test(one)) ?? []
  const above = typeof parent === 'string' ? siblingOf(parent)?.[name] : undefined
  return typeof above === 'string'
    ? `${above}${first.prefix.slice(-1)}${first.text}`
    : first.prefix + first.text
}

const plain = (text: string): string => text
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

function shownBy({ api }: Maker, operation: ApiOperation): Json[] {
  return operation.successes.flatMap((status) => {
    const response = responseFor(operation, status)
    const [media] = response === undefined ? [] : mediaOf(response)
    return media === undefined ? [] : examplesOf(api.document, media.node)
  })
}

/** The objects of an example that have the identifier, in an envelope or not. */
function itemsIn(example: Json, idMember: string): JsonObject[] {
  if (!isObject(example)) return []
  const has = (one: JsonObject) => Object.keys(one).some((name) => normal(name) === normal(idMember))
  return has(example) ? [example] : Object.values(example).filter(isObject).filter(has)
}
