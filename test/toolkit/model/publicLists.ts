/**
 * Lists of public OpenAPI documents, in excerpts: what their parameters mean, and what their properties are. Descriptions are cut
 * after the first sentences. The facts were determined by reading the documents.
 *
 * A list is a block of lines with fields between tabs:
 * - `# API`, path, name of the path parameter of an item (nothing where the document has no path for it)
 * - `items`, the properties of an item: `id:string created_at:string/date-time tags:[string] kind:enum(a,b) owner:{id:string}`
 * - `also`, paths of items of other resources
 * - `at`, the property of the response that contains the items (`meta/items` for one in another), and the properties next to it
 * - `?`, a query parameter: name, schema, description, fact; `-` where it is neither a filter nor about pages and order
 * - `.`, a property: name, description, role; `-` for plain data
 * - `=`, facts of the whole list: `total=/meta/total next=/meta/cursor`
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PublicList {
  api: string
  path: string
  parameter: string
  also: string[]
  items: string
  at: string
  around: string
  parameters: [name: string, shape: string, description: string, fact: string][]
  properties: [name: string, description: string, role: string][]
  facts: Record<string, string>
}

function listIn(block: string): PublicList {
  const lines = block.split('\n').map((line) => line.split('\t'))
  const field = (sign: string, index: number) => lines.find(([first]) => first === sign)?.[index] ?? ''
  const [[api = '', path = '', parameter = ''] = []] = lines
  return {
    api: api.replace(/^# /, ''),
    path,
    parameter,
    also: field('also', 1)
      .split(' ')
      .filter((one) => one !== ''),
    items: field('items', 1),
    at: field('at', 1),
    around: field('at', 2),
    parameters: lines.flatMap(([sign, name = '', shape = '', description = '', fact = '']) =>
      sign === '?' ? [[name, shape, description, fact]] : [],
    ),
    properties: lines.flatMap(([sign, name = '', description = '', role = '']) =>
      sign === '.' ? [[name, description, role]] : [],
    ),
    facts: Object.fromEntries(
      field('=', 1)
        .split(' ')
        .flatMap((fact) => (fact === '' ? [] : [fact.split('=')])),
    ),
  }
}

export const PUBLIC_LISTS: PublicList[] = readFileSync(join(import.meta.dirname, 'publicLists.tsv'), 'utf8')
  .trim()
  .split('\n\n')
  .map(listIn)
