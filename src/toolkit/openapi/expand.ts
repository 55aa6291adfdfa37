/**
 * Expands what all operations share and the entry file declares once: `x-shared-headers`, headers of every response, and
 * `x-implied-responses`, responses that follow from an operation's features. Headers and responses that an operation
 * declares itself take precedence. Documents without these properties stay unchanged.
 */
import { expandDiscriminators } from './discriminators.ts'
import { DocumentError, isObject, type Json, type JsonObject } from './document.ts'
import { METHODS } from './operations.ts'
import { pointerOfFragment, valueAt } from './pointer.ts'

/** How the documents are spread over files differs: one tree with local references, or files that refer to files. */
export interface Access {
  /** The object at the end of a chain of references, and the file that contains it. */
  follow(node: Json | undefined, file: string): { node: JsonObject; file: string }
  /** Rewrites a reference of the entry file for use in another file. */
  refer(reference: string, file: string): string
}

/** When a response is implied. */
const CONDITIONS = ['always', 'security', 'requestBody', 'content', 'parameters'] as const

interface Facts {
  security: boolean
  requestBody: boolean
  content: boolean
  parameters: Set<string>
}

/**
 * Expands the operations below `paths`, in place, and removes the two properties.
 * @param root the entry file
 * @param file the name of the entry file in `access`
 * @throws TypeError with the name of the property and the received and expected values
 */
export function expand(root: JsonObject, file: string, access: Access): void {
  const headers = referencesAt(root, 'x-shared-headers')
  const implied = impliedAt(root)
  delete root['x-shared-headers']
  delete root['x-implied-responses']
  if (!headers && !implied) return
  const done = new Set<JsonObject>()
  const addTo = (response: Json | undefined, from: string) => {
    const { node, file: own } = access.follow(response, from)
    if (headers && !done.has(node)) addHeaders(node, own, headers, access)
    done.add(node)
  }
  // Implied responses by the references of the entry file, since references created below are not resolved yet.
  for (const { responses } of implied ?? []) for (const [, $ref] of responses) addTo({ $ref }, file)
  const paths = isObject(root.paths) ? Object.values(root.paths) : []
  for (const path of paths) {
    const item = access.follow(path, file)
    for (const method of METHODS) {
      const given = item.node[method]
      if (!isObject(given)) continue
      const operation = { node: given, file: item.file }
      if (implied) addResponses(operation, factsOf(root, item, operation, access), implied, access)
      const responses = isObject(given.responses) ? Object.values(given.responses) : []
      for (const response of responses) addTo(response, item.file)
    }
  }
}

/**
 * Expands a loaded tree, in which references do not depend on the file.
 * @throws DocumentError if one of the two properties is invalid
 */
export function expandLoaded(root: JsonObject, source: string): void {
  // Returns the object of the tree itself, which is changed in place.
  const original = (node: Json | undefined): JsonObject => {
    let at: Json | undefined = node
    for (let hops = 0; isObject(at) && typeof at.$ref === 'string' && hops < 64; hops++) {
      at = at.$ref.startsWith('#') ? valueAt(root, pointerOfFragment(at.$ref)) : undefined
    }
    return isObject(at) ? at : {}
  }
  try {
    expand(root, '', {
      follow: (node, file) => ({ node: original(node), file }),
      refer: (reference) => reference,
    })
    expandDiscriminators(root)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new DocumentError('MALFORMED', `${source}: ${error.message}`, error)
  }
}

interface Standing {
  node: JsonObject
  file: string
}

function factsOf(root: JsonObject, item: Standing, { node, file }: Standing, access: Access): Facts {
  const security = node.security ?? root.security
  const lists = [item.node.parameters, node.parameters].flatMap((list) => (Array.isArray(list) ? list : []))
  const responses = isObject(node.responses) ? Object.entries(node.responses) : []
  return {
    security: Array.isArray(security) && security.some((way) => isObject(way) && Object.keys(way).length > 0),
    requestBody: node.requestBody !== undefined,
    content: responses.some(
      ([status, given]) => status.startsWith('2') && access.follow(given, file).node.content !== undefined,
    ),
    parameters: new Set(
      lists.map((parameter) => String(access.follow(parameter, file).node.name).toLowerCase()),
    ),
  }
}

type Implied = { applies(facts: Facts): boolean; responses: [status: string, reference: string][] }

function addResponses(
  { node, file }: Standing,
  facts: Facts,
  implied: readonly Implied[],
  access: Access,
): void {
  const responses: JsonObject = isObject(node.responses) ? node.responses : {}
  node.responses = responses
  for (const { applies, responses: given } of implied) {
    if (!applies(facts)) continue
    for (const [status, reference] of given) {
      if (responses[status] === undefined) responses[status] = { $ref: access.refer(reference, file) }
    }
  }
}

function addHeaders(response: JsonObject, file: string, headers: [string, string][], access: Access): void {
  const own: JsonObject = isObject(response.headers) ? response.headers : {}
  const written = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  for (const [name, reference] of headers) {
    if (!written.has(name.toLowerCase())) own[name] = { $ref: access.refer(reference, file) }
  }
  if (response.headers !== undefined) return
  // Same order as in hand-written responses: headers before content.
  const { description, ...rest } = response
  for (const key of Object.keys(rest)) delete response[key]
  Object.assign(response, { headers: own }, rest)
  if (description === undefined) delete response.description
}

/** A property whose values are references; undefined if it is missing. */
function referencesAt(owner: JsonObject, member: string, place = member): [string, string][] | undefined {
  const given = owner[member]
  if (given === undefined) return undefined
  if (!isObject(given))
    throw new TypeError(`${place}: received ${JSON.stringify(given)}, expected an object of references.`)
  return Object.entries(given).map(([name, value]): [string, string] => {
    if (isObject(value) && typeof value.$ref === 'string') return [name, value.$ref]
    throw new TypeError(`${place}/${name}: received ${JSON.stringify(value)}, expected {$ref: …}.`)
  })
}

function impliedAt(root: JsonObject): Implied[] | undefined {
  const given = root['x-implied-responses']
  if (given === undefined) return undefined
  const place = 'x-implied-responses'
  if (!isObject(given))
    throw new TypeError(`${place}: received ${JSON.stringify(given)}, expected an object.`)
  return Object.keys(given).flatMap((condition): Implied[] => {
    if (!CONDITIONS.some((known) => known === condition)) {
      throw new TypeError(
        `${place}: received the condition "${condition}", expected one of ${CONDITIONS.join(', ')}.`,
      )
    }
    if (condition === 'parameters') {
      const names = isObject(given.parameters) ? given.parameters : {}
      return Object.keys(names).map((name) => ({
        applies: ({ parameters }) => parameters.has(name.toLowerCase()),
        responses: referencesAt(names, name, `${place}/parameters/${name}`) ?? [],
      }))
    }
    const known = condition as 'always' | 'security' | 'requestBody' | 'content'
    return [
      {
        applies: (facts) => known === 'always' || facts[known],
        responses: referencesAt(given, condition, `${place}/${condition}`) ?? [],
      },
    ]
  })
}
