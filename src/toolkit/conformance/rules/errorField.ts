/** Which member an error says is at fault. */
import { isObject, type Json, tokensOf, valueAt } from '../../contract/index.ts'
import type { Recorded } from '../run/events.ts'
import type { Bench } from '../run/rule.ts'

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

/** The member that the error names, or undefined when it names none. */
export function errorField(bench: Bench, exchange: Recorded): { pointer: string; value: string } | undefined {
  const { hints } = bench
  const pointers = hints.errorField === undefined ? USUAL : [`/${hints.errorField.replaceAll('.', '/')}`]
  if (!isObject(exchange.json as Json)) return undefined
  for (const pointer of pointers) {
    const value = valueAt(exchange.json as Json, pointer)
    if (typeof value === 'string' && value !== '') return { pointer, value }
    if (Array.isArray(value)) return { pointer, value: value.join('.') }
  }
  return undefined
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
