/** The responses of an operation: each status with its body, examples, headers and links. */
import {
  type ContractDocument,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { plural } from '../../openapi/plural.ts'
import { follow, type Located } from '../../openapi/resolve.ts'
import { type Block, fold, json, table, text, textAt } from '../blocks.ts'
import { type Example, examplesOf } from '../examples.ts'
import { isJsonType, plain } from '../samples/request.ts'
import { badgesOf } from './badges.ts'
import { code } from './constraints.ts'
import type { OperationContext } from './context.ts'
import { mediaTabs } from './inputs.ts'
import type { User } from './schemas.ts'

export function responses(
  { responses: all }: Operation,
  context: OperationContext,
  user: User | undefined,
): Block[] {
  if (all.size === 0) return []
  const shared = sharedHeaders(all)
  const success = new Set<string>()
  return [
    ...text('**Responses**'),
    ...[...all].map(([status, located]) => {
      const content = JSON.stringify(objectAt(located.node, 'content'))
      const isRepeated = success.has(content)
      if (/^2/.test(status)) success.add(content)
      return response(status, located, context, isRepeated ? 'named' : user, shared)
    }),
    ...headersFold(Object.entries(shared), context, 'on every response'),
  ]
}

/** The headers that all responses describe alike, which are shown once. */
function sharedHeaders(all: Operation['responses']): JsonObject {
  const [first, ...others] = [...all.values()].map(({ node }) => objectAt(node, 'headers'))
  if (first === undefined || others.length === 0) return {}
  return Object.fromEntries(
    Object.entries(first).filter(([name, header]) =>
      others.every((headers) => JSON.stringify(headers[name]) === JSON.stringify(header)),
    ),
  )
}

function headersFold(
  headers: readonly [string, Json][],
  { document, schemas }: OperationContext,
  where: string,
): Block[] {
  const fields = headers
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, given]) => {
      const header = follow(document, given)
      const [media] = Object.values(objectAt(header, 'content'))
      return schemas.field(name, isObject(media) ? media.schema : header.schema, {
        description: textAt(header, 'description'),
        badges: badgesOf(header, document.labels),
      })
    })
  if (fields.length === 0) return []
  const summary = `${plural(fields.length, 'header')} ${where}`
  return [fold(summary, [{ kind: 'fields', fields }])]
}

function response(
  status: string,
  { node }: Located,
  context: OperationContext,
  user: User | 'named' | undefined,
  shared: JsonObject,
): Block {
  const { document, schemas, terms } = context
  const success = /^2/.test(status)
  const content = objectAt(node, 'content')
  const media = Object.keys(content).map((type) => ({ type, media: follow(document, content[type]) }))
  const values = success ? [] : responseExamples(document, status, { node }).map(({ value }) => value)
  const codes = termsIn(values, terms)
  const headers = Object.entries(objectAt(node, 'headers')).filter(([name]) => !(name in shared))
  const blocks: Block[] = [
    ...text(codes.length > 0 ? `Error handling: ${codes.map(code).join(', ')}` : ''),
    ...mediaTabs(media, schemas, success ? user : 'named'),
    ...headersFold(headers, context, 'of this response'),
    ...linksOf(node, context),
  ]
  const words = textAt(node, 'description').split('\n\n', 1)[0] ?? ''
  const summary = `${code(status)} ${words}${codes.length > 0 ? ` ${codes.map((one) => code(one)).join(' ')}` : ''}`
  if (blocks.length === 0) return fold(summary, text('Without a body.'))
  return fold(summary, blocks, success)
}

/** The words with a meaning of their own among the values of examples, such as error codes. */
function termsIn(values: readonly Json[], terms: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>()
  const visit = (value: Json): void => {
    if (typeof value === 'string') {
      if (/^[A-Z][A-Z0-9_]+$/.test(value) && terms.has(value)) found.add(value)
    } else if (Array.isArray(value)) value.forEach(visit)
    else if (isObject(value)) Object.values(value).forEach(visit)
  }
  values.forEach(visit)
  return [...found]
}

/** The operations that can be called next, with values of this response. */
function linksOf(node: JsonObject, { document, linkTo }: OperationContext): Block[] {
  const rows = Object.keys(objectAt(node, 'links')).flatMap((name) => {
    const link = follow(document, objectAt(node, 'links')[name])
    const id = textAt(link, 'operationId')
    const href = id === '' ? undefined : linkTo(id)
    const given = Object.entries(objectAt(link, 'parameters')).map(
      ([parameter, value]) => `${code(parameter)} from ${code(plain(value))}`,
    )
    return [[href ? `[${id}](${href})` : code(id || name), given.join(', '), textAt(link, 'description')]]
  })
  return rows.length === 0 ? [] : [fold('Next operations', table(['Operation', 'With', 'For'], rows))]
}

type TypedExample = Example & { type: string }

export function responseExamples(
  document: ContractDocument,
  status: string,
  { node }: Pick<Located, 'node'>,
): TypedExample[] {
  const types = Object.keys(objectAt(node, 'content'))
  return types.flatMap((type) =>
    examplesOf(document, follow(document, objectAt(node, 'content')[type]), 'response', type).map(
      ({ label, value }) => {
        const parts = [status, ...(label === 'Example' ? [] : [label]), ...(types.length > 1 ? [type] : [])]
        return { label: parts.join(' '), value, type }
      },
    ),
  )
}

/** For a place that names the status itself. */
export const withoutStatus = (examples: readonly TypedExample[]): TypedExample[] =>
  examples.map((one) => ({ ...one, label: one.label.replace(/^\S+ (?=.)/, '') }))

export function exampleTabs(examples: readonly TypedExample[]): Block {
  return {
    kind: 'tabs',
    label: 'Examples',
    tabs: examples.map(({ label, value, type }) => ({ label, blocks: [shown(value, type)] })),
  }
}

const shown = (value: Json, type: string): Block =>
  isJsonType(type) || typeof value !== 'string'
    ? json(value)
    : {
        kind: 'code',
        language: /xml|html/.test(type) ? 'xml' : /yaml/.test(type) ? 'yaml' : 'text',
        text: value,
      }
