/** Requests that differ from earlier ones, for targets that respond 409 without a reason that the kit understands. */
import type { ApiOperation } from '../../model/api.ts'
import { isIdName, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { Random } from '../../schema/values/random.ts'
import { fits, stringFor } from '../../schema/values/strings.ts'
import { branchFor } from '../../schema/values/violations.ts'
import { membersOf, viewOf, withoutNull } from '../../schema/view.ts'
import { keyTarget, referenceTarget, type Surroundings } from './materialise.ts'
import { spansIn } from './ranges.ts'
import type { CheckContext } from './rule.ts'

/** Level 1 varies numbers in texts, and dates. Level 2 also varies other texts, and refers to new items. */
const MAX_LEVEL = 2
/** Further requests of the highest level, which may be in conflict with an earlier one by chance. */
const MAX_CHANCES = 2
const WORD_LENGTH = 7
const MIN_WORD = 4

/** Experience with the conflicts of an operation. */
interface Knowledge {
  level: number
  /** A request of this level has succeeded. */
  hasHelped: boolean
}

/**
 * A conflict without a reason: something that another item has already, or something that another item uses up. Later
 * requests differ more, level by level, until one succeeds. If none does, the kit stops trying.
 */
export class Conflicts {
  readonly #known = new Map<string, Knowledge>()

  /** How much requests of the operation differ; to be read before one is made. */
  level({ operationId }: ApiOperation): number {
    return Math.max(0, this.#known.get(operationId)?.level ?? 0)
  }

  /**
   * A request of this level conflicts.
   * @param round how many requests of the check conflicted before
   * @returns whether another one is worth sending: of a higher level, or with other values by chance
   */
  note({ operationId }: ApiOperation, level: number, round: number): boolean {
    const known = this.#known.get(operationId) ?? { level: 0, hasHelped: false }
    // Another check has raised it since.
    if (known.level > level) return true
    if (level >= MAX_LEVEL) return known.hasHelped && round < MAX_CHANCES
    if (known.level < 0) return false
    this.#known.set(operationId, { ...known, level: level + 1 })
    return true
  }

  /** The last request of a check, of this level, has succeeded or not. */
  conclude({ operationId }: ApiOperation, level: number, isSuccess: boolean): void {
    const known = this.#known.get(operationId)
    if (known === undefined || known.hasHelped || level === 0) return
    if (isSuccess) known.hasHelped = true
    else if (level === MAX_LEVEL) known.level = -1
  }

  /** The conflicts so far had another cause: the state of an item, in which it is now. */
  forget({ operationId }: ApiOperation): void {
    this.#known.delete(operationId)
  }

  /**
   * The body with other values.
   * @param isNear whether its dates may only come nearer to the present
   */
  async vary(
    context: CheckContext,
    operation: ApiOperation,
    body: JsonObject,
    { around, isNear }: { around: Surroundings; isNear: boolean },
  ): Promise<JsonObject> {
    const level = this.level(operation)
    if (level === 0) return body
    const days = isNear ? -context.random.below(room(context, body)) : 1 + context.random.below(MAX_DAYS)
    const varied = await new Varying(context, around, level, days).object(operation.body?.schema, body)
    const wasValid = context.isValidBody(operation, body)
    return !wasValid || context.isValidBody(operation, varied) ? varied : body
  }
}

/** The days between now and the moment of a body that is nearest to it; at least one. */
function room({ now }: CheckContext, body: JsonObject): number {
  const days = Object.values(body).flatMap((one) => {
    const moment = typeof one === 'string' && /^\d{4}-\d\d-\d\d/.test(one) ? Date.parse(one) : Number.NaN
    return Number.isNaN(moment) ? [] : [Math.floor(Math.abs(moment - now()) / DAY)]
  })
  return Math.max(1, Math.min(...days, MAX_DAYS))
}

/** By how many days dates differ from those of the first request. */
export const MAX_DAYS = 5_000
const DAY = 86_400_000

/** Whether the values of a schema are dates or date-times. */
export const isMoment = ({ format }: JsonObject): boolean => format === 'date' || format === 'date-time'

/** A date or date-time moved by days, as it was written; unchanged if it is neither. */
export function moved(value: string, days: number): string {
  const moment = Date.parse(value)
  if (Number.isNaN(moment)) return value
  const result = new Date(moment + days * DAY).toISOString()
  if (value.length === 10) return result.slice(0, 10)
  return value.includes('.') ? result : result.replace(/\.\d+/, '')
}

class Varying {
  readonly #context: CheckContext
  readonly #around: Surroundings
  readonly #level: number
  /** All moments of a body move by the same number of days, so that their order and their distances stay. */
  readonly #days: number

  constructor(context: CheckContext, around: Surroundings, level: number, days: number) {
    this.#context = context
    this.#around = around
    this.#level = level
    this.#days = days
  }

  async object(schema: Json | undefined, value: JsonObject): Promise<JsonObject> {
    const { document } = this.#context.api
    const schemas = new Map(
      membersOf(branchFor(document, withoutNull(document, viewOf(document, schema)), value)),
    )
    const varied: JsonObject = {}
    for (const [name, one] of Object.entries(value))
      if (one !== undefined) varied[name] = await this.#value(schemas.get(name), one, name)
    // A period around the present moves as a whole.
    for (const { from, until } of spansIn(value)) {
      if (varied[from] === value[from] || varied[until] === value[until]) continue
      varied[from] = this.#moved(String(value[from]), String(value[until]))
    }
    return varied
  }

  async #value(schema: Json | undefined, value: Json, name: string): Promise<Json> {
    if (isObject(value)) return this.object(schema, value)
    if (Array.isArray(value)) return this.#list(schema, value, name)
    if (typeof value !== 'string' && typeof value !== 'number') return value
    const target = referenceTarget(this.#around, name, schema)
    if (target !== undefined)
      return this.#level < MAX_LEVEL ? value : ((await this.#around.idOf(target, 1)) ?? value)
    const key = keyTarget(this.#around, name, schema)
    if (key !== undefined)
      return this.#level < MAX_LEVEL ? value : ((await this.#around.keyOf(key, 1)) ?? value)
    return typeof value === 'number' || isIdName(name) ? value : this.#text(schema, value, name)
  }

  async #list(schema: Json | undefined, values: readonly Json[], name: string): Promise<Json[]> {
    const { document } = this.#context.api
    const { items } = withoutNull(document, viewOf(document, schema))
    const varied: Json[] = []
    for (const one of values) varied.push(await this.#value(items, one, name))
    return varied
  }

  #text(schema: Json | undefined, value: string, name: string): string {
    const { document } = this.#context.api
    const view = withoutNull(document, viewOf(document, schema))
    if (isMoment(view)) return this.#moved(value)
    const other = anotherText(this.#context, schema, value, name)
    return other === value && this.#level === MAX_LEVEL ? this.#longer(view, value) : other
  }

  /** A free text with one more word, where there is room for it. */
  #longer(view: JsonObject, value: string): string {
    if (view.enum !== undefined || view.const !== undefined || view.format !== undefined) return value
    // Short texts without a space are codes, as those of countries.
    if (!value.includes(' ') && value.length < MIN_WORD) return value
    const longer = `${value} ${this.#context.random.word(WORD_LENGTH)}`
    return fits(view, longer) ? longer : value
  }

  /** A moment of the future moves on, one of the past moves back: servers may require either. */
  #moved(value: string, end = value): string {
    return moved(value, Date.parse(end) < this.#context.now() ? -this.#days : this.#days)
  }
}

/** Another text of the same form; the same text where the schema does not show how it can differ. */
export function anotherText(
  { api, random }: Pick<CheckContext, 'api' | 'random'>,
  schema: Json | undefined,
  value: string,
  name: string,
): string {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  if (view.enum !== undefined || view.const !== undefined) return value
  const digits = view.format === undefined ? withOtherDigits(value, random) : value
  if (digits !== value && fits(view, digits)) return digits
  const address = value.replace(/^[^\s@]+(?=@[^\s@]+$)/, random.word(WORD_LENGTH))
  if (address !== value && fits(view, address)) return address
  const isNamed = view.format === 'email' || view.format === 'uuid' || soundsLike('unique', name)
  return view.pattern !== undefined || isNamed ? (stringFor(view, random, name) ?? value) : value
}

/** The form of the text stays, as in `KV-20417`; a first digit does not become zero. */
function withOtherDigits(text: string, random: Random): string {
  const count = text.match(/\d/g)?.length ?? 0
  // Words differ between runs too, and what an earlier run created may still be there.
  const digits = [...random.word(count)].map((letter) => letter.charCodeAt(0) % 10)
  return text.replace(/\d/g, (digit, at: number) => {
    const other = digits.pop() ?? 0
    return String(other === 0 && digit !== '0' && !/\d/.test(text[at - 1] ?? '') ? 1 : other)
  })
}
