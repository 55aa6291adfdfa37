/** Facts about a target that no standard states: `hints` of the configuration, `x-conformance` of the document. */

import { createApi } from '../../model/api.ts'
import { type ContractDocument, isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { booleanOf, ConfigError, known, objectOf, optionalText, requiredText, textsOf } from './members.ts'

/** Facts that no standard states; see docs/explain/how-conform-works.md. Each may be left out, and is then guessed. */
export interface Hints {
  /** Whether a query parameter that is not declared is rejected. */
  unknownQuery?: 'refused' | 'ignored'
  /** Whether an item of another organization gets the response of one that does not exist (404), or may be rejected (403). */
  foreignItems?: 'unknown' | 'rejected'
  /** Whether every path that has GET has HEAD too (RFC 9110, 9.1); many small servers have none. */
  head?: 'supported'
  /** Header fields that every response has, by name, with their values; null for one that none may have. */
  everyResponse?: Record<string, string | null>
  /** Name of the header that makes a repeated POST harmless. */
  idempotencyHeader?: string
  /** Dotted path of the property of an error that names the wrong property, such as `error.details.field`. */
  errorField?: string
  /** Properties of a response that may change between two reads. */
  volatile?: string[]
  /** Rules that do not apply to these operations although the document cannot show it, with the reason. */
  excused?: { rule: string; operation?: string; check?: string; reason: string }[]
  /** Operations that must not be called, such as one that ends the credential itself. */
  skipOperations?: string[]
}

const MEMBERS = [
  'unknownQuery',
  'foreignItems',
  'head',
  'everyResponse',
  'idempotencyHeader',
  'errorField',
  'volatile',
  'excused',
  'skipOperations',
]

/**
 * @param at the name of the place, for messages
 * @throws ConfigError that names the property, its value and the expected value
 */
export function readHints(tree: JsonObject, at: string): Hints {
  known(tree, MEMBERS, at)
  const { unknownQuery } = tree
  if (unknownQuery !== undefined && unknownQuery !== 'refused' && unknownQuery !== 'ignored')
    throw new ConfigError(
      `${at}.unknownQuery is ${JSON.stringify(unknownQuery)}; expected "refused" or "ignored"`,
    )
  const { foreignItems } = tree
  if (foreignItems !== undefined && foreignItems !== 'unknown' && foreignItems !== 'rejected')
    throw new ConfigError(
      `${at}.foreignItems is ${JSON.stringify(foreignItems)}; expected "unknown" or "rejected"`,
    )
  const { head } = tree
  if (head !== undefined && head !== 'supported')
    throw new ConfigError(`${at}.head is ${JSON.stringify(head)}; expected "supported"`)
  const everyResponse = fieldsOf(tree.everyResponse, `${at}.everyResponse`)
  const idempotencyHeader = optionalText(tree.idempotencyHeader, `${at}.idempotencyHeader`)
  const errorField = optionalText(tree.errorField, `${at}.errorField`)
  return {
    ...(unknownQuery !== undefined && { unknownQuery }),
    ...(foreignItems !== undefined && { foreignItems }),
    ...(head !== undefined && { head }),
    ...(everyResponse !== undefined && { everyResponse }),
    ...(idempotencyHeader !== undefined && { idempotencyHeader }),
    ...(errorField !== undefined && { errorField }),
    volatile: textsOf(tree.volatile, `${at}.volatile`),
    skipOperations: textsOf(tree.skipOperations, `${at}.skipOperations`),
    excused: excusesOf(tree.excused, at, undefined),
  }
}

/** Names of header fields with their values, or null for none. */
function fieldsOf(tree: Json | undefined, at: string): Hints['everyResponse'] {
  if (tree === undefined) return undefined
  const fields: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(objectOf(tree, at))) {
    if (value !== null && typeof value !== 'string')
      throw new ConfigError(
        `${at}.${name} is ${JSON.stringify(value)}; expected the text of a header, or null for none`,
      )
    fields[name] = value
  }
  return fields
}

/**
 * The hints of a document, by its own author or by an overlay. At its root they have the same properties as in the
 * configuration, at an operation `skip` and `excused`.
 * @throws ConfigError
 */
function hintsIn(document: ContractDocument): Hints {
  const hints = readHints(objectOf(document.root['x-conformance'], 'x-conformance'), 'x-conformance')
  for (const { operation, operationId } of createApi(document).operations) {
    const at = `x-conformance of ${operationId}`
    const own = objectOf(operation['x-conformance'], at)
    known(own, ['skip', 'excused'], at)
    if (booleanOf(own.skip, `${at}: skip`)) hints.skipOperations?.push(operationId)
    hints.excused?.push(...excusesOf(own.excused, at, operationId))
  }
  return hints
}

/**
 * The operationIds of operations that are named by it, or by method and path.
 * @throws ConfigError where the document has no such operation: it would be called in spite of its name here
 */
function namedOperations(document: ContractDocument, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const { operations } = createApi(document)
  return names.map((name) => {
    const found = operations.find(
      ({ operationId, method, template }) => operationId === name || `${method} ${template}` === name,
    )
    if (found === undefined)
      throw new ConfigError(
        `hints.skipOperations names ${JSON.stringify(name)}, which the document does not have. Use an operationId, or a method and a path such as "POST /shutdown".`,
      )
    return found.operationId
  })
}

/**
 * The hints of document and configuration; the configuration has precedence.
 * @throws ConfigError
 */
export function hintsOf(document: ContractDocument, config: { hints: Hints }): Hints {
  const [one, two] = [hintsIn(document), config.hints]
  return {
    ...one,
    ...two,
    volatile: [...(one.volatile ?? []), ...(two.volatile ?? [])],
    skipOperations: namedOperations(document, [...(one.skipOperations ?? []), ...(two.skipOperations ?? [])]),
    excused: [...(one.excused ?? []), ...(two.excused ?? [])],
  }
}

function excusesOf(
  list: Json | undefined,
  at: string,
  of: string | undefined,
): NonNullable<Hints['excused']> {
  if (list === undefined || list === null) return []
  if (!Array.isArray(list))
    throw new ConfigError(`${at}.excused is ${JSON.stringify(list)}; expected a list of rules with reasons`)
  return list.map((entry, index) => {
    const place = `${at}.excused[${index}]`
    if (!isObject(entry))
      throw new ConfigError(`${place} is ${JSON.stringify(entry)}; expected rule and reason`)
    known(
      entry,
      of === undefined ? ['rule', 'operation', 'check', 'reason'] : ['rule', 'check', 'reason'],
      place,
    )
    const operation = of ?? optionalText(entry.operation, `${place}.operation`)
    const check = optionalText(entry.check, `${place}.check`)
    return {
      rule: requiredText(entry.rule, `${place}.rule`),
      ...(operation !== undefined && { operation }),
      ...(check !== undefined && { check: check }),
      reason: requiredText(entry.reason, `${place}.reason`),
    }
  })
}
