/** Which member an error says is at fault. */
import { isObject, type Json, tokensOf, valueAt } from '../../contract/index.ts'
import type { Recorded } from '../run/events.ts'
import type { TrialContext } from '../run/rule.ts'

/** Where errors name it, as far as it can be guessed; RFC 9457 leaves it to each API. */
const USUAL = [
  '/error/details/field',
  '/error/field',
  '/errors/0/field',
  '/errors/0/path',
  '/errors/0/pointer',
  '/field',
  '/detail/0/loc',
  '/errors/0/source/pointer',
  '/details/0/field',
  '/error/param',
]

/** The members that the error names, one for each of its entries; none where it names none. */
export function errorFields(context: TrialContext, exchange: Recorded): { pointer: string; value: string }[] {
  const { hints } = context
  const pointers = hints.errorField === undefined ? USUAL : [`/${hints.errorField.replaceAll('.', '/')}`]
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

/** Names of the body as a whole, which is where a member that does not belong there is often told. */
const WHOLE = /^(body|root|\$|request|payload|data|object|_|__root__)?$/i

/** Whether an error names the object that holds what is wrong. */
export function namesHolder(field: string, pointer: string): boolean {
  const holder = tokensOf(pointer).at(-2)
  const last =
    field
      .split(/[.[\]/#]+/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return WHOLE.test(last) || last === holder
}

/** Whether `body.items[0].name`, `/items/0/name`, `items.0.name` or `name` is a name of the member at the pointer. */
export function namesMember(field: string, pointer: string): boolean {
  const wanted = tokensOf(pointer)
  const given = field.split(/[.[\]/#]+/).filter((part) => part !== '')
  if (wanted.length === 0) return true
  // The member itself, or one that holds it: a server may say which branch of a choice it took, or stop above.
  const names = wanted.filter((token) => !/^\d+$/.test(token))
  const last = names.at(-1)
  return last === undefined || names.some((name) => given.includes(name))
}
