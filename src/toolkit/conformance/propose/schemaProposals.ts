/** Changes of schemas that observed values violate. */
import {
  ENOUGH_FOR_REQUIRED,
  formatOf,
  hasFormat,
  nullOr,
  observedSchema,
  observedTypeOf,
  type SchemaStyle,
} from '../../model/observedSchema.ts'
import { isIdName } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { SchemaPlace, Seen } from './observations.ts'
import {
  type Action,
  evidenceOf,
  jsonPathOf,
  type Proposal,
  type ProposalCode,
  type WhyWithheld,
} from './proposal.ts'

export interface SchemaContext {
  style: SchemaStyle
  /** The place of a node in the document as it is written. */
  tokensOf(pointer: string): string[]
  /** Whether the body of a request has the schema at a pointer. */
  isOfRequests(pointer: string): boolean
}

export type Candidate = Proposal & { why?: WhyWithheld }

/** More undeclared properties than this at one object are the keys of a map. */
const MAX_PROPERTIES = 20
/** With more new values than this, the property is not an enum. */
const MAX_VALUES = 12

/** Changes of one schema. */
export function schemaProposals(place: SchemaPlace, context: SchemaContext): Candidate[] {
  return [
    ...undeclaredProperties(place, context),
    ...absentProperties(place, context),
    ...nulls(place, context),
    ...otherTypes(place, context),
    ...otherValues(place, context),
    ...otherFormat(place, context),
  ]
}

interface Change {
  code: ProposalCode
  subject: string
  seen: readonly Seen[]
  actions: Action[]
  why?: WhyWithheld | undefined
}

function candidateAt(pointer: string, { tokensOf }: SchemaContext, change: Change): Candidate {
  const { seen, why, ...rest } = change
  const place = jsonPathOf(tokensOf(pointer))
  return { ...rest, place, evidence: evidenceOf(seen), ...(why !== undefined && { why }) }
}

/** The name of what a schema describes: the last token that is a name of the author's. */
const nameOf = (tokens: readonly string[]): string =>
  tokens.findLast((_, index) => tokens[index - 1] === 'properties' || tokens[index - 1] === 'schemas') ??
  tokens.at(-1) ??
  ''

function undeclaredProperties(place: SchemaPlace, context: SchemaContext): Candidate[] {
  const { pointer, undeclared } = place
  const target = jsonPathOf(context.tokensOf(pointer))
  if (undeclared.size > MAX_PROPERTIES) {
    const seen = [...undeclared.values()].flat()
    const schema = observedSchema(valuesOf(seen), context.style)
    const actions = [{ target, update: { additionalProperties: schema } }]
    return [candidateAt(pointer, context, { code: 'undeclared-property', subject: '*', seen, actions })]
  }
  return [...undeclared].map(([name, seen]) => {
    const schema = observedSchema(valuesOf(seen), context.style)
    const isShared = context.isOfRequests(pointer)
    // Clients do not send what the server sets.
    const isOwn = isShared && (isIdName(name) || schema.format === 'date-time')
    const property = isOwn && schema.$ref === undefined ? { ...schema, readOnly: true } : schema
    const isRequired =
      !isShared && seen.length >= ENOUGH_FOR_REQUIRED && seen.length === objectsIn(place.seen).length
    const required = isRequired ? requiring(place, name, target) : []
    return candidateAt(pointer, context, {
      code: 'undeclared-property',
      subject: name,
      seen,
      actions: [{ target, update: { properties: { [name]: property } } }, ...required],
    })
  })
}

const objectsIn = (seen: readonly Seen[]): Seen[] => seen.filter(({ value }) => isObject(value))

const requiring = ({ node }: SchemaPlace, name: string, target: string): Action[] =>
  Array.isArray(node.required)
    ? [{ target: `${target}.required`, update: name }]
    : [{ target, update: { required: [name] } }]

function absentProperties({ pointer, missing }: SchemaPlace, context: SchemaContext): Candidate[] {
  const target = jsonPathOf([...context.tokensOf(pointer), 'required'])
  return [...missing].map(([name, seen]) =>
    candidateAt(pointer, context, {
      code: 'absent-property',
      subject: name,
      seen,
      actions: [{ target: `${target}[?@ == ${quoted(name)}]`, remove: true }],
      why: context.isOfRequests(pointer) ? 'shared-with-requests' : undefined,
    }),
  )
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function nulls({ pointer, node, nulls: seen }: SchemaPlace, context: SchemaContext): Candidate[] {
  if (seen.length === 0) return []
  const tokens = context.tokensOf(pointer)
  const target = jsonPathOf(tokens)
  const { style } = context
  const change = { code: 'null' as const, subject: nameOf(tokens), seen }
  return [candidateAt(pointer, context, { ...change, actions: nullActions(node, target, style) })]
}

function nullActions(node: JsonObject, target: string, style: SchemaStyle): Action[] {
  const { $ref, type, enum: values, allOf, anyOf, oneOf } = node
  const other = style.is30 ? { nullable: true } : undefined
  if (typeof $ref === 'string')
    return [
      { target: `${target}['$ref']`, remove: true },
      { target, update: nullOr({ $ref }, style) },
    ]
  const listed = Array.isArray(values) ? [{ target: `${target}.enum`, update: null }] : []
  if (other !== undefined) return [{ target, update: other }, ...listed]
  if (Array.isArray(type)) return [{ target: `${target}.type`, update: 'null' }, ...listed]
  if (typeof type === 'string') return [{ target, update: { type: [type, 'null'] } }, ...listed]
  if (Array.isArray(anyOf)) return [{ target: `${target}.anyOf`, update: { type: 'null' } }]
  if (Array.isArray(oneOf)) return [{ target: `${target}.oneOf`, update: { type: 'null' } }]
  if (Array.isArray(allOf))
    return [
      { target: `${target}.allOf`, remove: true },
      { target, update: { anyOf: [{ allOf }, { type: 'null' }] } },
    ]
  return listed
}

function otherTypes({ pointer, node, seen }: SchemaPlace, context: SchemaContext): Candidate[] {
  const declared = [node.type].flat().filter((one) => typeof one === 'string' && one !== 'null')
  if (declared.length === 0) return []
  const isDeclared = ({ value }: Seen) => {
    const type = observedTypeOf(value)
    return declared.includes(type) || (type === 'integer' && declared.includes('number'))
  }
  const others = seen.filter((one) => !isDeclared(one))
  if (others.length === 0) return []
  // Fractions only widen integers.
  const isWider = declared.includes('integer') && others.every(({ value }) => typeof value === 'number')
  const tokens = context.tokensOf(pointer)
  const target = jsonPathOf(tokens)
  const isNullable = Array.isArray(node.type) && node.type.includes('null')
  const schema = observedSchema([...valuesOf(others), ...(isNullable ? [null] : [])], context.style)
  const stale = typeof node.format === 'string' ? [{ target: `${target}.format`, remove: true as const }] : []
  return [
    candidateAt(pointer, context, {
      code: 'other-type',
      subject: nameOf(tokens),
      seen: others,
      actions: [...stale, { target, update: schema }],
      why: !isWider && others.length < seen.length ? 'inconsistent' : undefined,
    }),
  ]
}

function otherValues({ pointer, node, seen }: SchemaPlace, context: SchemaContext): Candidate[] {
  const { enum: values } = node
  if (!Array.isArray(values) || values.some((one) => typeof one === 'object' && one !== null)) return []
  const others = new Map<Json, Seen[]>()
  for (const one of seen) {
    if (typeof one.value === 'object' || values.includes(one.value)) continue
    const known = others.get(one.value) ?? []
    others.set(one.value, [...known, one])
  }
  const target = jsonPathOf([...context.tokensOf(pointer), 'enum'])
  const why = others.size > MAX_VALUES ? 'inconsistent' : undefined
  return [...others].slice(0, MAX_VALUES).map(([value, list]) =>
    candidateAt(pointer, context, {
      code: 'other-value',
      subject: String(value),
      seen: list,
      actions: [{ target, update: value }],
      why,
    }),
  )
}

function otherFormat({ pointer, node, seen }: SchemaPlace, context: SchemaContext): Candidate[] {
  const { format } = node
  if (typeof format !== 'string') return []
  const texts = seen.filter((one): one is Seen & { value: string } => typeof one.value === 'string')
  const others = texts.filter(({ value }) => !hasFormat(format, value))
  if (others.length === 0) return []
  const tokens = context.tokensOf(pointer)
  const target = jsonPathOf(tokens)
  const now = formatOf(others.map(({ value }) => value))
  return [
    candidateAt(pointer, context, {
      code: 'other-format',
      subject: nameOf(tokens),
      seen: others,
      actions: [
        now === undefined
          ? { target: `${target}.format`, remove: true }
          : { target, update: { format: now } },
      ],
      why: others.length < texts.length ? 'inconsistent' : undefined,
    }),
  ]
}

const valuesOf = (seen: readonly Seen[]): Json[] => seen.map(({ value }) => value)
