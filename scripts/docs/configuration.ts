/** The tables of `docs/reference/configuration.md`, from the JSON Schemas of the package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
export const CONFIGURATION = join(ROOT, 'docs/reference/configuration.md')

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  oneOf?: Schema[]
}

const TABLE = /<!-- table of (\S+) -->\n[\s\S]*?<!-- end of table -->/g

/** The page with the tables as the schemas are now. */
export function configurationPage(): string {
  return readFileSync(CONFIGURATION, 'utf8').replaceAll(TABLE, (_, name: string) => {
    const file = join(ROOT, 'src/toolkit/schemas', name)
    const rows = rowsOf(JSON.parse(readFileSync(file, 'utf8')) as Schema, '')
    const lines = rows.map(([path, meaning]) => `| \`${path}\` | ${meaning} |`)
    return [
      `<!-- table of ${name} -->`,
      '| Property | Meaning |',
      '| --- | --- |',
      ...lines,
      '<!-- end of table -->',
    ].join('\n')
  })
}

function rowsOf(schema: Schema, above: string): [path: string, meaning: string][] {
  const form = formOf(schema)
  if (form !== schema) return rowsOf(form, above)
  if (schema.items !== undefined) return rowsOf(schema.items, `${above}[]`)
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    entry(one, above === '' ? name : `${above}.${name}`, schema.required?.includes(name) ?? false),
  )
  const any = schema.additionalProperties
  return [...named, ...(typeof any === 'object' ? rowsOf(any, `${above}.NAME`) : [])]
}

/** Of several forms, the one that shows most: an object instead of a word, a list of objects instead of a list within an object. */
const formOf = (schema: Schema): Schema =>
  schema.oneOf?.find(({ type }) => type === 'object' || type === 'array' || Array.isArray(type)) ?? schema

function entry(schema: Schema, path: string, required: boolean): [path: string, meaning: string][] {
  const values = schema.enum?.map((value) => `\`${value}\``).join(', ')
  const words = [
    schema.description,
    values === undefined ? undefined : `One of ${values}.`,
    required ? 'Required.' : undefined,
  ]
  const inside = rowsOf(schema, path)
  const meaning = words.filter(Boolean).join(' ')
  return meaning === '' && inside.length > 0 ? inside : [[path, meaning], ...inside]
}
