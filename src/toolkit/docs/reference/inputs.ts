/** The input of an operation: its parameters by location, and its body by media type. */
import { type ContractDocument, isObject, type JsonObject, objectAt } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { follow } from '../../openapi/resolve.ts'
import { type Block, fold, type Tab, table, text, textAt } from '../blocks.ts'
import { bodiesOf, plain } from '../samples/request.ts'
import { badgesOf } from './badges.ts'
import { code } from './constraints.ts'
import type { Schemas, User } from './schemas.ts'

const PLACES: readonly [place: string, title: string][] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['querystring', 'Query string'],
  ['header', 'Request headers'],
  ['cookie', 'Cookies'],
]

export function parameters({ parameters: list }: Operation, schemas: Schemas): Block[] {
  return PLACES.flatMap(([place, title]): Block[] => {
    const here = list.filter((one) => one.in === place)
    if (here.length === 0) return []
    const fields = here.map((parameter) => fieldOfParameter(parameter, schemas, place))
    const block: Block = { kind: 'fields', fields }
    const optional = !here.some((one) => one.required === true)
    // Headers that a caller may leave out are looked for, not read.
    if (place === 'header' && optional) return [fold(title, [block])]
    return [...text(`**${title}**`), block]
  })
}

function fieldOfParameter(parameter: JsonObject, schemas: Schemas, place: string) {
  const [[type, media] = []] = Object.entries(objectAt(parameter, 'content'))
  const schema = isObject(media) ? media.schema : parameter.schema
  const notes = [
    ...(type === undefined ? [] : [`Written as ${code(type)}`]),
    ...styleNote(parameter, place),
    ...(parameter.allowEmptyValue === true ? ['May be empty'] : []),
    ...(parameter.example === undefined ? [] : [`Example: ${code(plain(parameter.example))}`]),
  ]
  const field = schemas.field(textAt(parameter, 'name'), schema, {
    required: parameter.required === true,
    description: textAt(parameter, 'description'),
    badges: badgesOf(parameter, schemas.labels),
    notes,
  })
  // An example of the parameter counts more than one of its schema.
  const own = field.notes.filter((note) => note.startsWith('Example:'))
  return own.length > 1 ? { ...field, notes: field.notes.filter((note) => note !== own[0]) } : field
}

function styleNote(parameter: JsonObject, place: string): string[] {
  const style = textAt(parameter, 'style')
  const words: Record<string, string> = {
    deepObject: `Written as ${code(`${textAt(parameter, 'name')}[key]=value`)}`,
    spaceDelimited: 'Values are separated by spaces',
    pipeDelimited: 'Values are separated by `|`',
    matrix: 'Written as `;name=value`',
    label: 'Begins with a full stop',
  }
  if (words[style] !== undefined) return [words[style]]
  const { type } = objectAt(parameter, 'schema')
  if (place === 'query' && type === 'array')
    return [
      parameter.explode === false ? 'Values are separated by commas' : 'Repeat the parameter for each value',
    ]
  return []
}

export function requestBody(
  document: ContractDocument,
  node: JsonObject,
  schemas: Schemas,
  user: User | undefined,
): Block[] {
  if (node.requestBody === undefined) return []
  const body = follow(document, node.requestBody)
  const bodies = bodiesOf(document, node)
  const head = `**Body**${body.required === true ? '' : ' (may be left out)'}`
  return [
    ...text([head, textAt(body, 'description')].filter((part) => part !== '').join('\n\n')),
    ...mediaTabs(
      bodies.map(({ type, node: media }) => ({ type, media })),
      schemas,
      user,
    ),
  ]
}

/** Media types whose content is described alike, as one. */
function withSameSchema(all: readonly Media[]): Media[] {
  if (all.length < 2) return [...all]
  const merged = new Map<string, Media>()
  for (const { type, media } of all) {
    const { schema, itemSchema, encoding } = media
    const key = JSON.stringify([schema, itemSchema, encoding])
    const before = merged.get(key)
    merged.set(key, { type: before === undefined ? type : `${before.type}, ${type}`, media })
  }
  return [...merged.values()]
}

interface Media {
  type: string
  media: JsonObject
}

export function mediaTabs(
  all: readonly Media[],
  schemas: Schemas,
  user: User | 'named' | undefined,
): Block[] {
  if (all.length === 0) return []
  const merged = withSameSchema(all)
  const isOnly = merged.length === 1
  const tabs: Tab[] = merged.map(({ type, media }) => {
    const schema = media.schema ?? media.itemSchema
    const binary = schema === undefined
    return {
      label: type,
      blocks: [
        ...(isOnly && !/^application\/json$/.test(type) ? text(type.split(', ').map(code).join(', ')) : []),
        ...(binary ? text('Bytes of this type.') : shownSchema(schema, schemas, user)),
        ...encodings(media),
      ],
    }
  })
  return [{ kind: 'tabs', label: 'Media type', tabs }]
}

/** An error that all operations share has a page of its own; only its name is shown here. */
const shownSchema = (
  schema: JsonObject[string],
  schemas: Schemas,
  user: User | 'named' | undefined,
): Block[] => (user === 'named' ? schemas.name(schema) : schemas.show(schema, user))

function encodings(media: JsonObject): Block[] {
  const rows = Object.entries(objectAt(media, 'encoding')).flatMap(([name, about]) =>
    isObject(about) && textAt(about, 'contentType') !== ''
      ? [[code(name), code(textAt(about, 'contentType'))]]
      : [],
  )
  return table(['Part', 'Media type'], rows)
}
