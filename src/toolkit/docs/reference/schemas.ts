/** Schemas as lists of properties that a reader can unfold. Works on any JSON Schema that `contract` reads. */
import { type ContractDocument, isObject, type Json, type Labels, objectAt } from '../../openapi/document.ts'
import { plural } from '../../openapi/plural.ts'
import { pointerOfFragment } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import {
  type Badge,
  type Block,
  createSlugs,
  type Field,
  fold,
  json,
  share,
  text,
  textAt,
} from '../blocks.ts'
import { badgesOf, REQUIRED } from './badges.ts'
import { code, literal, notesOf, restOf } from './constraints.ts'
import { type Choice, type Flat, flatten, narrowedSchema } from './flatten.ts'
import { fileOfAlias, nameOf } from './schemaNames.ts'

interface NamedSchema {
  name: string
  pointer: string
  /** Path of its page. */
  path: string
  /** Links to the operations and messages that carry it. */
  users: Map<string, string>
}

/** An operation or a message that carries a schema. */
export interface User {
  href: string
  title: string
}

export interface Schemas {
  /** The labels of the document. */
  labels: Labels | undefined
  /** The type of a body or a payload, and its properties. */
  show(schema: Json | undefined, user?: User): Block[]
  /** Notes an operation or a message that carries the schema, for the page of the schema. */
  use(schema: Json | undefined, user: User): void
  /** The type where the schema has a page, with what is narrowed here; else the same as `show`. */
  name(schema: Json | undefined): Block[]
  /** The whole of a named schema, for its page. */
  page(named: NamedSchema): Block[]
  /** A parameter, header or property. */
  field(name: string, schema: Json | undefined, given: FieldGiven): Field
  /** Every schema that got a page so far; those of `components.schemas` from the start. */
  named(): readonly NamedSchema[]
}

interface FieldGiven {
  required?: boolean
  description?: string
  badges?: Badge[]
  notes?: string[]
}

interface Scope {
  /** Keys of the schemas that this one is inside. */
  within: readonly string[]
  depth: number
  /** Whether the schema around these forms shows a property of that name. */
  isShown?: (name: string) => boolean
  /** How many more properties may be shown in place; beyond, a link leads to the page of the schema. */
  budget: { left: number }
}

const DEEPEST = 4
const MAX_DEPTH = 32
const MAX_TRIED = 240

/** The reference of a schema that is nothing else. */
const referenceOf = (schema: Json | undefined): string | undefined =>
  isObject(schema) && typeof schema.$ref === 'string' && Object.keys(schema).length === 1
    ? schema.$ref
    : undefined

/** @param folder where the pages of schemas lie, such as `reference/v1/schemas` */
export function createSchemas(document: ContractDocument, folder: string): Schemas {
  const registry = new Map<string, NamedSchema>()
  const all: NamedSchema[] = []
  const slug = createSlugs((name) => name.replaceAll(/[^\w.-]+/g, '-'))
  /** The blocks of schemas that bodies refer to, by the reference. */
  const shown = new Map<string, Block[]>()
  const scope = (): Scope => ({ within: [], depth: 0, budget: { left: MAX_TRIED } })

  const register = (pointer: string, name = nameOf(pointer)): NamedSchema | undefined => {
    const known = registry.get(pointer)
    if (known !== undefined) return known
    if (name === undefined) return undefined
    const made = { name, pointer, path: `${folder}/${slug(name)}.html`, users: new Map<string, string>() }
    registry.set(pointer, made)
    all.push(made)
    return made
  }
  for (const [name, schema] of Object.entries(objectAt(objectAt(document.root, 'components'), 'schemas'))) {
    const pointer = `/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    // A component that only refers to another file is the schema there, by this name.
    const target = fileOfAlias(document, schema)
    const page = target === undefined ? undefined : register(target, name)
    if (page === undefined) register(pointer)
    else registry.set(pointer, page)
  }

  /** The page of what a reference leads to, where it is more than a plain value. */
  const pageOf = (flat: Flat): NamedSchema | undefined =>
    flat.pointer !== undefined && flat.structured ? register(flat.pointer) : undefined

  function typeOf(flat: Flat, within: readonly string[] = []): string {
    const page = pageOf(flat)
    if (page !== undefined && !flat.types.includes('array'))
      return `[${page.name}](site:${page.path})${flat.nullable ? ' or null' : ''}`
    // An array of itself, or a form of itself.
    if (within.includes(flat.key) && flat.key !== '') return flat.types.join(' or ') || 'any value'
    const inner = [...within, flat.key]
    const names = flat.types.filter((type) => type !== 'null')
    const plain = names.map((type) => {
      if (type === 'array')
        return flat.items === undefined ? 'array' : `array of ${typeOf(flatten(document, flat.items), inner)}`
      if (type === 'object' && flat.properties.size === 0 && isObject(flat.rest.additionalProperties))
        return `map of ${typeOf(flatten(document, flat.rest.additionalProperties), inner)}`
      return typeof flat.rest.format === 'string' && names.length === 1
        ? `${type} (${flat.rest.format})`
        : type
    })
    const forms = flat.choices[0]?.alternatives ?? []
    const alternatives = [...new Set(forms.map((one) => typeOf(flatten(document, one), inner)))]
    const some = plain.length > 0 ? plain : alternatives.slice(0, 4)
    const words =
      some.length > 0 ? some.join(' or ') : flat.nullable ? '' : flat.never ? 'nothing' : 'any value'
    const more = plain.length === 0 && alternatives.length > 4 ? ' or others' : ''
    return `${words}${more}${flat.nullable && !words.includes('null') ? `${words === '' ? '' : ' or '}null` : ''}`
  }

  function fieldOf(name: string, schema: Json | undefined, given: FieldGiven, inner: Scope): Field {
    const flat = flatten(document, schema)
    const blocks = inside(flat, inner)
    const items = flat.items === undefined ? undefined : flatten(document, flat.items)
    const notes = [...notesOf(flat.rest), ...(items && !items.structured ? itemNotes(items) : [])]
    return {
      name,
      type: typeOf(flat),
      badges: [
        ...(given.required ? [REQUIRED] : []),
        ...(given.badges ?? []),
        ...badgesOf(flat.rest, document.labels),
      ],
      description: given.description || textAt(flat.rest, 'description'),
      notes: [...new Set([...notes, ...(given.notes ?? [])])],
      ...(blocks.length > 0 && { inside: { summary: summaryOf(flat), blocks } }),
    }
  }

  const itemNotes = (items: Flat): string[] =>
    notesOf(items.rest).map((note) => `Each: ${note.charAt(0).toLowerCase()}${note.slice(1)}`)

  function summaryOf(flat: Flat): string {
    const of = flat.items === undefined ? flat : flatten(document, flat.items)
    const count = of.properties.size
    if (count > 0)
      return `${flat.items === undefined ? 'Its' : 'Each has'} ${plural(count, 'property', 'properties')}`
    return of.choices.length > 0 ? 'Its forms' : 'More'
  }

  /** The properties and alternatives within a value; an empty list for a plain value. */
  function inside(flat: Flat, { within, depth, budget, isShown }: Scope): Block[] {
    const page = pageOf(flat)
    if (flat.key !== '' && within.includes(flat.key))
      return page ? text(`[${page.name}](site:${page.path}) again.`) : text('The same again.')
    // The page of the schema shows the rest; what has no page is shown here, to an end.
    const far = depth >= DEEPEST || budget.left <= 0
    if (far && page !== undefined) return []
    if (depth > MAX_DEPTH) return text('Further levels are not shown here.')
    return membersOf(flat, {
      within: [...within, flat.key],
      depth: depth + 1,
      budget,
      ...(isShown && { isShown }),
    })
  }

  function membersOf(flat: Flat, { isShown, ...inner }: Scope): Block[] {
    const blocks: Block[] = []
    const fields: Field[] = []
    for (const [name, schema] of flat.properties) {
      inner.budget.left--
      fields.push(fieldOf(name, schema, { required: flat.required.has(name) }, inner))
    }
    for (const [pattern, schema] of Object.entries(objectAt(flat.rest, 'patternProperties')))
      fields.push(fieldOf('…', schema, { notes: [`Names that match ${code(pattern)}`] }, inner))
    const others = flat.rest.additionalProperties ?? flat.rest.unevaluatedProperties
    for (const name of flat.required)
      if (!flat.properties.has(name) && !isShown?.(name))
        fields.push(fieldOf(name, isObject(others) ? others : true, { required: true }, inner))
    if (isObject(others) && Object.keys(others).length > 0)
      fields.push(fieldOf(flat.properties.size > 0 ? 'any other name' : 'any name', others, {}, inner))
    for (const [index, schema] of (Array.isArray(flat.rest.prefixItems)
      ? flat.rest.prefixItems
      : []
    ).entries())
      fields.push(fieldOf(`[${index}]`, schema, {}, inner))
    if (fields.length > 0) blocks.push({ kind: 'fields', fields })
    if (others === false && flat.properties.size > 0) blocks.push(...text('No other properties.'))
    const needed = [...flat.required].filter((name) => !flat.properties.has(name) && isShown?.(name))
    if (needed.length > 0) blocks.push(...text(`Required here: ${needed.map(code).join(', ')}.`))
    const known = {
      ...inner,
      isShown: (name: string) => flat.properties.has(name) || isObject(others) || isShown?.(name) === true,
    }
    for (const choice of flat.choices) blocks.push(...alternatives(flat, choice, known))
    const rest = restOf(flat.rest)
    if (Object.keys(rest).length > 0) blocks.push(fold('Further rules', [json(rest)]))
    if (flat.items !== undefined) blocks.push(...inside(flatten(document, flat.items), inner))
    return blocks
  }

  function alternatives(flat: Flat, choice: Choice, inner: Scope): Block[] {
    const flats = choice.alternatives.map((one) => flatten(document, one))
    // Values with a word on each, as some write an enumeration.
    if (
      flats.every(
        ({ rest }) => rest.const !== undefined || (Array.isArray(rest.enum) && rest.enum.length === 1),
      )
    )
      return text(
        flats
          .map(({ rest }) => {
            const value = rest.const ?? (Array.isArray(rest.enum) ? rest.enum[0] : undefined)
            const about = textAt(rest, 'description') || textAt(rest, 'title')
            return `- ${literal(value)}${about ? `: ${about}` : ''}`
          })
          .join('\n'),
      )
    // Alternatives that only list properties define which of them are required.
    if (
      flats.every(
        ({ rest, properties, required }) =>
          required.size > 0 && properties.size === 0 && Object.keys(rest).every((key) => key === 'required'),
      )
    )
      return text(
        `${choice.exclusive ? 'Exactly' : 'At least'} one of these must be there: ${flats.map(({ required }) => [...required].map(code).join(' with ')).join('; ')}.`,
      )
    const tabs = flats.map((one, index) => ({
      label: labelOf(flat, one, index),
      blocks: [
        ...text(
          [textAt(one.rest, 'description'), plainNotes(one)].filter((part) => part !== '').join('\n\n'),
        ),
        ...inside(one, inner),
      ],
    }))
    return [
      ...text(choice.exclusive ? 'One of these forms:' : 'One or several of these forms:'),
      {
        kind: 'tabs',
        label: 'Forms',
        tabs: tabs.map((tab) => (tab.blocks.length > 0 ? tab : { ...tab, blocks: text('Any such value.') })),
      },
    ]
  }

  function plainNotes(flat: Flat): string {
    const page = pageOf(flat)
    const notes = flat.properties.size > 0 ? [] : notesOf(flat.rest)
    return [page ? `[${page.name}](site:${page.path})` : code(typeOf(flat)), ...notes].join('. ')
  }

  function labelOf(parent: Flat, one: Flat, index: number): string {
    const { propertyName } = objectAt(parent.rest, 'discriminator')
    if (typeof propertyName === 'string') {
      const mapping = objectAt(objectAt(parent.rest, 'discriminator'), 'mapping')
      const [mapped] =
        Object.entries(mapping).find(
          ([, target]) =>
            typeof target === 'string' && one.pointer !== undefined && pointsTo(target, one.pointer),
        ) ?? []
      const given = one.properties.get(propertyName)
      const value = given === undefined ? undefined : flatten(document, given).rest
      const constant =
        value?.const ?? (Array.isArray(value?.enum) && value.enum.length === 1 ? value.enum[0] : undefined)
      const named = mapped ?? (typeof constant === 'string' ? constant : undefined)
      if (named !== undefined) return named
    }
    const title = textAt(one.rest, 'title') || (one.pointer === undefined ? '' : (nameOf(one.pointer) ?? ''))
    return (
      title ||
      (one.types.length > 0 ? typeOf(one).replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1') : `Form ${index + 1}`)
    )
  }

  return {
    labels: document.labels,
    show(schema, user) {
      if (user !== undefined) this.use(schema, user)
      const reference = referenceOf(schema)
      const before = reference === undefined ? undefined : shown.get(reference)
      if (before !== undefined) {
        share(before)
        return before
      }
      const flat = flatten(document, schema)
      const notes = notesOf(flat.rest).map((note) => `${note}.`)
      const blocks = [...text([`Type: ${typeOf(flat)}.`, ...notes].join(' ')), ...inside(flat, scope())]
      if (reference !== undefined) shown.set(reference, blocks)
      return blocks
    },
    use(schema, user) {
      const flat = flatten(document, schema)
      const items = flat.items === undefined ? undefined : flatten(document, flat.items)
      for (const one of [flat, ...(items ? [items] : [])]) pageOf(one)?.users.set(user.href, user.title)
    },
    name(schema) {
      const flat = flatten(document, schema)
      if (pageOf(flat) !== undefined) return text(`Type: ${typeOf(flat)}.`)
      const narrowed = narrowedSchema(document, schema)
      if (narrowed === undefined) return this.show(schema)
      const type = typeOf(flatten(document, narrowed.base))
      return [...text(`Type: ${type}. Here:`), ...inside(flatten(document, narrowed.by), scope())]
    },
    page(named) {
      const node = flatten(document, {
        $ref: `#${named.pointer.split('/').map(encodeURIComponent).join('/')}`,
      })
      const notes = notesOf(node.rest).map((note) => `- ${note}`)
      return [...text(textAt(node.rest, 'description')), ...text(notes.join('\n')), ...inside(node, scope())]
    },
    field: (name, schema, given) => fieldOf(name, schema, given, scope()),
    named: () => all,
  }

  function pointsTo(target: string, pointer: string): boolean {
    if (!target.startsWith('#')) return nameOf(pointer) === target
    try {
      return locate(document, pointerOfFragment(target)).pointer === pointer
    } catch {
      return false
    }
  }
}
