/** Which value of a run each value of a page stands for. */
import { isObject, type Json } from '../../../../src/toolkit/openapi/index.ts'

/** Shorter strings are not replaced inside of others. */
const LEAST_PART = 3

export class Bindings {
  readonly #literals: ReadonlySet<string>
  readonly #values: Map<string, Json>

  /** @param literals values of the page: where a run sends one of them, no other value of the page stands for it */
  constructor(literals: ReadonlySet<string>, values: Iterable<[string, Json]> = []) {
    this.#literals = literals
    this.#values = new Map(values)
  }

  copy(): Bindings {
    return new Bindings(this.#literals, this.#values)
  }

  has(shown: Json): boolean {
    return this.#values.has(JSON.stringify(shown))
  }

  /** Whether some value of the page stands for this one. */
  isBound(actual: Json): boolean {
    return [...this.#values.values()].some((one) => JSON.stringify(one) === JSON.stringify(actual))
  }

  /** @returns false where the page's value stands for another one already */
  bind(shown: Json, actual: Json): boolean {
    const key = JSON.stringify(shown)
    if (this.#literals.has(String(actual)) && JSON.stringify(actual) !== key) return false
    const known = this.#values.get(key)
    if (known !== undefined) return JSON.stringify(known) === JSON.stringify(actual)
    this.#values.set(key, actual)
    return true
  }

  /** Binds every value of a body; the actual one may have further properties. */
  bindBody(shown: Json, actual: Json): boolean {
    if (Array.isArray(shown))
      return (
        Array.isArray(actual) &&
        shown.every((one, index) => actual[index] === undefined || this.bindBody(one, actual[index]))
      )
    if (isObject(shown))
      return (
        isObject(actual) &&
        Object.entries(shown).every(
          ([name, value]) => actual[name] !== undefined && this.bindBody(value, actual[name]),
        )
      )
    return shown === null || typeof shown === 'boolean' || this.bind(shown, actual)
  }

  /** A value of a response with what the page's values stand for. */
  apply(shown: Json): Json {
    if (Array.isArray(shown)) return shown.map((one) => this.apply(one))
    if (isObject(shown))
      return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, this.apply(value)]))
    const actual = this.#values.get(JSON.stringify(shown))
    if (actual !== undefined) return structuredClone(actual)
    return typeof shown === 'string' ? this.applyInside(shown) : shown
  }

  /** A header or a string that contains values of the page. */
  applyInside(text: string): string {
    const known = [...this.#values]
      .map(([key, actual]): [string, string] => [String(JSON.parse(key)), String(actual)])
      .filter(([shown, actual]) => shown !== actual && shown.length >= LEAST_PART)
      .sort(([a], [b]) => b.length - a.length)
    const pattern = known.map(([shown]) => shown.replaceAll(/\W/g, '\\$&')).join('|')
    if (pattern === '') return text
    const values = new Map(known)
    return text.replaceAll(new RegExp(pattern, 'g'), (shown) => values.get(shown) ?? shown)
  }
}
