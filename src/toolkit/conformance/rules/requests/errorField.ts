/** The property that an error reports as invalid. */

import { examplesOf } from '../../../model/api.ts'
import { ERROR_FIELDS, isRequestPart, isWholeBody } from '../../../model/vocabulary.ts'
import { isObject, type Json, objectAt } from '../../../openapi/document.ts'
import { tokensOf, valueAt } from '../../../openapi/pointer.ts'
import type { Recorded } from '../../engine/events.ts'
import type { CheckContext } from '../../engine/rule.ts'

/** The properties that the error names, one for each of its entries; an empty list where it names none. */
export function errorFields(context: CheckContext, exchange: Recorded): { pointer: string; value: string }[] {
  const { hints } = context
  const pointers =
    hints.errorField === undefined ? ERROR_FIELDS : [`/${hints.errorField.replaceAll('.', '/')}`]
  const json = exchange.json as Json
  if (!isObject(json)) return []
  for (const pointer of pointers) {
    const [list, rest] = pointer.split('/0')
    const entries = list === undefined || rest === undefined ? undefined : valueAt(json, list)
    const places = Array.isArray(entries) ? entries.map((_, index) => `${list}/${index}${rest}`) : [pointer]
    const found = places.flatMap((place) => {
      const value = valueAt(json, place)
      if (typeof value === 'string' && value !== '') return [{ pointer: place, value }]
      return Array.isArray(value) ? [{ pointer: place, value: value.join('.') }] : []
    })
    if (found.length > 0) return found
  }
  return []
}

/** Whether an error names the object that contains the invalid property. */
export function namesHolder(field: string, pointer: string): boolean {
  const holder = tokensOf(pointer).at(-2)
  const last =
    field
      .split(/[.[\]/#]+/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return isWholeBody(last) || last === holder
}

/**
 * Whether `body.items[0].name`, `/items/0/name`, `items.0.name` or `name` is a name of the property at the
 * pointer.
 */
export function namesMember(field: string, pointer: string): boolean {
  const wanted = tokensOf(pointer)
  const given = field.split(/[.[\]/#]+/).filter((part) => part !== '')
  const [first = ''] = given
  if (wanted.length === 0 || (given.length < 2 && isWholeBody(first))) return true
  // The property itself, or an ancestor: a server may name the branch of a union, or stop at a parent.
  const names = wanted.filter((token) => !/^\d+$/.test(token))
  const last = names.at(-1)
  return last === undefined || names.some((name) => given.includes(name))
}

/**
 * Whether the document's own errors name nested properties by their whole paths: `items[0].name`,
 * `/items/0/name`. Then the last name is ambiguous and not enough.
 */
export function namesPaths({ api, hints }: Pick<CheckContext, 'api' | 'hints'>): boolean {
  const found = known.get(api)
  if (found !== undefined) return found
  const pointers =
    hints.errorField === undefined ? ERROR_FIELDS : [`/${hints.errorField.replaceAll('.', '/')}`]
  const reported = api.operations.flatMap(({ responses }) =>
    [...responses].flatMap(([status, { node }]) =>
      /^4/.test(status)
        ? Object.values(objectAt(node, 'content')).flatMap((media) =>
            isObject(media) ? examplesOf(api.document, media) : [],
          )
        : [],
    ),
  )
  const isPath = reported.some((example) =>
    pointers.some((pointer) => {
      const value = isObject(example) ? valueAt(example, pointer) : undefined
      const parts = typeof value === 'string' ? value.split(/[.[\]/#]+/).filter((part) => part !== '') : []
      return parts.length > 1 && !isRequestPart(parts[0] ?? '')
    }),
  )
  known.set(api, isPath)
  return isPath
}

const known = new WeakMap<object, boolean>()

/** Whether a name is only the last part of a longer path. */
export function isOnlyLast(field: string, pointer: string): boolean {
  const wanted = tokensOf(pointer).filter((token) => !/^\d+$/.test(token))
  const given = field.split(/[.[\]/#]+/).filter((part) => part !== '')
  return wanted.length > 1 && given.length === 1 && given[0] === wanted.at(-1) && wanted[0] !== given[0]
}
