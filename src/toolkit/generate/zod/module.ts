/** Zod schemas of a document: its components by name, and the JSON bodies of its operations. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import { isJson } from '../../openapi/json.ts'
import { listOperations, type Operation } from '../../openapi/operations.ts'
import { follow } from '../../openapi/resolve.ts'
import { joined } from '../pages.ts'
import { zodOf } from './expressions.ts'
import { HELPER_NAMES, type Helper, sourceOf } from './helpers.ts'
import type { ZodScope } from './scope.ts'

/**
 * The source of `<name>.schemas.ts` without its first line, for Zod 4.
 * @param document with the schemas that the types are made of
 * @param types the file next to it that exports `components`, without an extension
 */
export function zodModule(document: ContractDocument, types: string): string {
  const helpers = new Set<Helper>()
  const constants: string[] = []
  const names = createNames()
  const components = objectAt(objectAt(document.root, 'components'), 'schemas')
  const state = new Map<string, { name: string; isWritten: boolean }>()
  let hasLazy = false
  const scope: ZodScope = {
    document,
    within: [],
    isCheck: false,
    use: (helper) => {
      helpers.add(helper)
      return helper
    },
    reference: (component) => {
      if (!(component in components)) return 'z.unknown()'
      const known = state.get(component) ?? write(component)
      if (known.isWritten) return known.name
      hasLazy = true
      return `z.lazy((): z.ZodType<components['schemas'][${JSON.stringify(component)}]> => ${known.name})`
    },
  }
  /** Writes the schemas that it refers to before it. */
  function write(component: string): { name: string; isWritten: boolean } {
    const made = { name: names(component), isWritten: false }
    state.set(component, made)
    const expression = zodOf(components[component], scope)
    constants.push(`export const ${made.name} = ${expression}\n`)
    made.isWritten = true
    return made
  }
  for (const component of Object.keys(components)) if (!state.has(component)) write(component)
  for (const operation of listOperations(document))
    for (const [suffix, schema] of bodiesOf(document, operation))
      constants.push(`export const ${names(`${operation.operationId}${suffix}`)} = ${zodOf(schema, scope)}\n`)
  if (constants.length === 0) return 'export {}\n'
  return joined([
    `import * as z from 'zod'\n${hasLazy ? `import type { components } from './${types}.js'\n` : ''}`,
    sourceOf(helpers),
    ...constants,
  ])
}

/** The JSON body of a request and of the first success. */
function bodiesOf(document: ContractDocument, { operation, responses }: Operation): [string, Json][] {
  const request = jsonOf(document, follow(document, operation.requestBody ?? {}))
  const success = [...responses].find(([status]) => status.startsWith('2'))?.[1]
  const response = success === undefined ? undefined : jsonOf(document, success.node)
  return [
    ...(request === undefined ? [] : [['Body', request] as [string, Json]]),
    ...(response === undefined ? [] : [['Response', response] as [string, Json]]),
  ]
}

function jsonOf(document: ContractDocument, message: JsonObject): Json | undefined {
  const found = Object.entries(objectAt(message, 'content')).find(([type]) => isJson(type))?.[1]
  const media = isObject(found) ? follow(document, found) : {}
  return media.schema
}

/** Words of the language that are operationIds. */
const RESERVED = new Set(
  'break case catch class const continue default delete do else enum export extends false finally for function if import in new null return super switch this throw true try typeof var void while with yield await let static implements interface package private protected public arguments eval'.split(
    ' ',
  ),
)

/** Names that expressions and helpers use. */
const GLOBALS = 'Array Blob JSON Number Object RegExp Set undefined NaN Infinity'.split(' ')

/** Names of constants, each once: `Book` of `Book`, `book_v1` of `book.v1`. */
function createNames(): (wanted: string) => string {
  const used = new Set<string>(['z', 'components', ...HELPER_NAMES, ...GLOBALS])
  return (wanted) => {
    const plain = wanted.replaceAll(/[^\w$]+/g, '_')
    const base = /^[A-Za-z_$]/.test(plain) && !RESERVED.has(plain) ? plain : `_${plain}`
    let name = base
    for (let count = 2; used.has(name); count++) name = `${base}${count}`
    used.add(name)
    return name
  }
}
