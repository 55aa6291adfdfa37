/** The fields that the reference shows of a schema, as a reader finds them: unfolded, with the pages that are linked. */

import type { Block, Field } from '../../../src/toolkit/docs/blocks.ts'
import { createSchemas, type Schemas } from '../../../src/toolkit/docs/reference/schemas.ts'
import { documentOf, isObject, type Json, type JsonObject } from '../../../src/toolkit/openapi/index.ts'

export type Components = Record<string, Json>

export const documentWith = (schemas: Components) =>
  documentOf(
    { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } },
    'composed.json',
  )

/** Every field below some blocks that is not inside another field, with those of the pages that they link to. */
function fieldsIn(blocks: readonly Block[], schemas: Schemas, seen = new Set<string>()): Field[] {
  return blocks.flatMap((block): Field[] => {
    if (block.kind === 'fields') return block.fields
    if (block.kind === 'details') return fieldsIn(block.blocks, schemas, seen)
    if (block.kind === 'tabs') return block.tabs.flatMap((tab) => fieldsIn(tab.blocks, schemas, seen))
    return block.kind === 'text' ? linked(block.markdown, schemas, seen) : []
  })
}

function linked(markdown: string, schemas: Schemas, seen: Set<string>): Field[] {
  return [...markdown.matchAll(/\(site:([^)]+)\)/g)].flatMap(([, path = '']) => {
    const named = schemas.named().find((one) => one.path === path)
    if (named === undefined || seen.has(path)) return []
    return fieldsIn(schemas.page(named), schemas, new Set([...seen, path]))
  })
}

const within = (field: Field, schemas: Schemas): Field[] => [
  ...fieldsIn(field.inside?.blocks ?? [], schemas),
  ...linked(field.type, schemas, new Set()),
]

const isAgain = ({ inside }: Field): boolean =>
  inside?.blocks.some((block) => block.kind === 'text' && block.markdown === 'The same again.') === true

/** The paths of an instance that no field shows. */
export function missing(instance: Json, fields: readonly Field[], schemas: Schemas, path = ''): string[] {
  if (Array.isArray(instance)) return instance.flatMap((one) => missing(one, fields, schemas, `${path}/0`))
  if (!isObject(instance)) return []
  return Object.entries(instance).flatMap(([name, value]) => {
    const shown = fields.filter((field) => field.name === name || /^any (other )?name$/.test(field.name))
    if (shown.length === 0) return [`${path}/${name}`]
    if (shown.some(isAgain)) return []
    return missing(
      value,
      shown.flatMap((field) => within(field, schemas)),
      schemas,
      `${path}/${name}`,
    )
  })
}

export const fieldsOf = (components: Components, name = 'Root') => {
  const schemas = createSchemas(documentWith(components), 'schemas')
  return {
    schemas,
    fields: fieldsIn(schemas.show({ $ref: `#/components/schemas/${name}` }), schemas, new Set()),
  }
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
export const text: JsonObject = { type: 'string' }
