/** The initial contract of a new operation: its path, its schemas and examples, so that lint passes. */

export interface Wanted {
  operationId: string
  /** Where it does not follow from the name. */
  method?: string
  path?: string
  /** The stem of its scopes, `prompts` for `prompts:read` and `prompts:write`. */
  scope: string
}

export interface Scaffold {
  path: string
  method: string
  /** The folder of the feature, and the file of the path in it. */
  feature: string
  file: string
  /** The method and what is below it, for the file of the path. */
  operation: string
  /** The lines above the methods where the file is new. */
  head: string
  /** Further files that are needed, by their path in the feature's folder. */
  parts: Record<string, string>
  tag: string
}

const METHODS: Record<string, string> = {
  list: 'get',
  get: 'get',
  create: 'post',
  add: 'post',
  update: 'patch',
  put: 'put',
  set: 'put',
  replace: 'put',
  delete: 'delete',
  remove: 'delete',
}

/** Endings of nouns for one and for many, the first that fits; most add an s. */
const ENDINGS: [one: RegExp, many: string, back: RegExp, single: string][] = [
  [/([^aeiou])y$/, '$1ies', /([^aeiou])ies$/, '$1y'],
  [/(l|ea|ar|al)f$/, '$1ves', /(l|ea|ar|al)ves$/, '$1f'],
  [/(i)fe$/, '$1ves', /(i)ves$/, '$1fe'],
  [/(x|ch|sh|ss|us)$/, '$1es', /(x|ch|sh|ss|us)es$/, '$1'],
]
const plural = (noun: string): string => {
  const found = ENDINGS.find(([one]) => one.test(noun))
  return found ? noun.replace(found[0], found[1]) : noun.replace(/s?$/, 's')
}
const singular = (nouns: string): string => {
  const found = ENDINGS.find(([, , many]) => many.test(nouns))
  return found ? nouns.replace(found[2], found[3]) : nouns.replace(/s$/, '')
}
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const kebab = (text: string): string => lower(text).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const snake = (text: string): string => kebab(text).replaceAll('-', '_')
const spoken = (text: string): string => kebab(text).replaceAll('-', ' ')

/** The operations of a whole resource, by its noun. */
export const resourceOf = (noun: string): string[] => [
  `list${plural(noun)}`,
  `create${noun}`,
  `get${noun}`,
  `update${noun}`,
  `delete${noun}`,
]

/** The last segment of a path without a resource, such as `Execute` of `/prompts/{promptId}/execute`: it has a file of its own. */
function actionOf(path: string, many: string): string | undefined {
  const last = path.split('/').at(-1) ?? ''
  if (last === '' || last.startsWith('{') || last === kebab(many)) return undefined
  return last.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** @throws Error for a name without a verb and a noun, or a verb whose method or path is not known */
export function scaffoldOf({ operationId, method, path, scope }: Wanted): Scaffold {
  const [, verb = '', named = ''] = /^([a-z]+)([A-Z][A-Za-z0-9]*)$/.exec(operationId) ?? []
  if (named === '')
    throw new Error(`Received "${operationId}", expected a verb and a noun such as createThing.`)
  const how = method?.toLowerCase() ?? METHODS[verb]
  if (how === undefined) throw new Error(`--method is missing: "${verb}" does not imply it.`)
  const list = verb === 'list'
  const noun = list ? singular(named) : named
  const many = plural(noun)
  const whole = list || how === 'post'
  const route = path ?? `/${kebab(many)}${whole ? '' : `/{${lower(noun)}Id}`}`
  const one = route.includes('{')
  const action = actionOf(route, many)
  const facts: Facts = {
    operationId,
    verb,
    noun,
    many,
    scope: `${scope}:${how === 'get' ? 'read' : 'write'}`,
    list,
  }
  return {
    path: route,
    method: how,
    feature: lower(many),
    file: `${lower(action === undefined ? (one ? `${noun}ById` : many) : `${noun}${action}`)}.yaml`,
    head: `parameters:\n${one ? `  - {$ref: ./parameters/${noun}Id.yaml}\n` : ''}  - {$ref: ../shared/parameters/RequestId.yaml}\n`,
    operation: operationText(how, one, facts),
    parts: partsOf(how, one, facts),
    tag: many.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`),
  }
}

interface Facts {
  operationId: string
  verb: string
  noun: string
  many: string
  scope: string
  list: boolean
}

const ID = '01m6b1yq00f37s7f7t118jw0gc'
const exampleOf = (noun: string): string =>
  `{id: ${snake(noun)}_${ID}, object: ${snake(noun)}, name: Example, createdAt: '2026-11-02T09:30:00.000Z'}`

function operationText(method: string, one: boolean, facts: Facts): string {
  const { operationId, verb, noun, many, scope, list } = facts
  const title = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${list ? spoken(many) : `a ${spoken(noun)}`}`
  const body = { post: `Create${noun}Request`, patch: `Update${noun}Request`, put: `Put${noun}Request` }[
    method
  ]
  const parameters = [
    ...(list ? ['Limit', 'Cursor', 'Order'] : []),
    ...(method === 'get' ? ['IfNoneMatch'] : method === 'post' ? ['IdempotencyKey'] : ['IfMatch']),
  ]
  const status = { post: '201', delete: '204' }[method] ?? '200'
  const lines = [
    `${method}:`,
    `  operationId: ${operationId}`,
    '  x-origin: extension',
    `  tags: [${many.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)}]`,
    `  summary: ${title}`,
    `  description: ${title}.`,
    '  security:',
    `    - {apiKey: ['${scope}']}`,
    `    - {oauth2: ['${scope}']}`,
    '  parameters:',
    ...parameters.map((name) => `    - {$ref: ../shared/parameters/${name}.yaml}`),
    ...(body === undefined
      ? []
      : [
          '  requestBody:',
          '    required: true',
          '    content:',
          '      application/json:',
          `        schema: {$ref: ./${body}.yaml}`,
          '        examples: {one: {summary: A name, value: {name: Example}}}',
        ]),
    '  responses:',
    `    '${status}':`,
    `      description: ${list ? 'One page.' : method === 'delete' ? 'It is gone.' : `The ${spoken(noun)}.`}`,
    ...(method === 'delete' ? [] : successOf(method, facts)),
    ...(one ? [`    '404': {$ref: ./responses/${noun}NotFound.yaml}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

function successOf(method: string, { operationId, noun, many, list }: Facts): string[] {
  const example = exampleOf(noun)
  const value = list ? `{${lower(many)}: [${example}], hasMore: false, nextCursor: null}` : example
  const headers = method === 'post' ? ['Location', 'ETag', 'Idempotent-Replayed'] : ['ETag']
  const links = list
    ? [`      links: {next: {operationId: ${operationId}, parameters: {cursor: $response.body#/nextCursor}}}`]
    : method === 'post'
      ? [`      links: {read: {operationId: get${noun}, parameters: {${lower(noun)}Id: $response.body#/id}}}`]
      : []
  return [
    '      headers:',
    ...headers.map((name) => `        ${name}: {$ref: ../shared/headers/${name}.yaml}`),
    '      content:',
    '        application/json:',
    `          schema: {$ref: ./${list ? `${noun}List` : noun}.yaml}`,
    '          examples:',
    `            one: {summary: An example, value: ${value}}`,
    ...links,
  ]
}

function partsOf(method: string, one: boolean, { noun, many, list }: Facts): Record<string, string> {
  const words = spoken(noun)
  const id = `type: string
description: Identifier of a ${words}.
pattern: ^${snake(noun)}_[0-7][0-9a-hjkmnp-tv-z]{25}$
x-expected: 'the id of a ${words}, ${snake(noun)}_ and 26 characters'
examples: [${snake(noun)}_${ID}]
`
  const request = (what: string, required: string) => `type: object
description: ${what}
${required}additionalProperties: false
properties:
  name: {$ref: ./${noun}Name.yaml, x-origin: extension}
`
  return {
    [`${noun}Id.yaml`]: id,
    [`${noun}Name.yaml`]: `type: string
description: Name of a ${words}; one line, without control characters.
minLength: 1
maxLength: 255
pattern: ^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$
x-expected: text of one line without control characters
examples: [Example]
`,
    [`${noun}.yaml`]: `type: object
description: A ${words}.
required: [id, object, name, createdAt]
additionalProperties: false
properties:
  id: {$ref: ./${noun}Id.yaml, x-origin: extension}
  object:
    type: string
    const: ${snake(noun)}
    description: The kind of this resource.
    x-origin: extension
  name: {$ref: ./${noun}Name.yaml, x-origin: extension}
  createdAt: {$ref: ../shared/Timestamp.yaml, x-origin: extension}
`,
    ...(method === 'post' && {
      [`Create${noun}Request.yaml`]: request(`A new ${words}.`, 'required: [name]\n'),
    }),
    ...(method === 'put' && { [`Put${noun}Request.yaml`]: request(`The ${words}.`, 'required: [name]\n') }),
    ...(method === 'patch' && {
      [`Update${noun}Request.yaml`]: request('The properties to change.', 'minProperties: 1\n'),
    }),
    ...(list && {
      [`${noun}List.yaml`]: `type: object
description: One page of ${spoken(many)}.
required: [${lower(many)}, hasMore, nextCursor]
additionalProperties: false
properties:
  ${lower(many)}:
    type: array
    description: The items of this page.
    maxItems: 100
    items: {$ref: ./${noun}.yaml}
    x-origin: extension
  hasMore:
    type: boolean
    description: Whether another page follows.
    x-origin: extension
  nextCursor:
    type: [string, 'null']
    description: The \`cursor\` of the next page; null on the last one.
    x-origin: extension
`,
    }),
    ...(one && {
      [`parameters/${noun}Id.yaml`]: `name: ${lower(noun)}Id
in: path
required: true
x-origin: extension
description: The ${words}.
schema: {$ref: ../${noun}Id.yaml}
example: ${snake(noun)}_${ID}
`,
      [`responses/${noun}NotFound.yaml`]: `description: There is no ${words} with this id.
content:
  application/json:
    schema: {$ref: ../../shared/ErrorEnvelope.yaml}
    examples:
      notFound:
        summary: Unknown, deleted, or of another organization
        value:
          success: false
          error:
            code: NOT_FOUND
            message: There is no ${words} with this id.
            details: {}
            requestId: req_01m6e0byp0eq48mja7aw7s2kxe
`,
    }),
  }
}
