/** Reads single properties of a configuration, each with a message for its author. */
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'

/** The file contains an entry that the kit does not understand: one sentence for its author. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export function known(tree: JsonObject, members: readonly string[], at: string): void {
  const unknown = Object.keys(tree).find((member) => !members.includes(member) && !member.startsWith('x-'))
  if (unknown !== undefined)
    throw new ConfigError(`${at} has an unknown key "${unknown}". Use one of: ${members.join(', ')}`)
}

export function booleanOf(value: Json | undefined, at: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  throw new ConfigError(`${at} is ${JSON.stringify(value)}; expected true or false`)
}

export function objectOf(value: Json | undefined, at: string): JsonObject {
  if (value === undefined || value === null) return {}
  if (isObject(value)) return value
  throw new ConfigError(`${at} is ${JSON.stringify(value)}; expected an object`)
}

export function textsOf(value: Json | undefined, at: string): string[] {
  if (value === undefined || value === null) return []
  const list = Array.isArray(value) ? value : [value]
  return list.map((one) => requiredText(one, at))
}

export const optionalText = (value: Json | undefined, at: string): string | undefined =>
  value === undefined || value === null ? undefined : requiredText(value, at)

export function requiredText(value: Json | undefined, at: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ConfigError(`${at} is ${value === undefined ? 'missing' : JSON.stringify(value)}; expected text`)
}

/** Levels of nesting; far more than a description has, far fewer than recursion allows. */
const MAX_DEPTH = 200

/** @throws ConfigError for an anchor that contains itself, and for deeper nesting than a description has */
export function requireFiniteTree(tree: unknown, file: string): void {
  const waiting: { node: unknown; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    if (typeof node !== 'object' || node === null) continue
    if (depth > MAX_DEPTH)
      throw new ConfigError(
        `${file} is nested more than ${MAX_DEPTH} levels deep, or an anchor (&) contains its own alias (*). Write it flatter`,
      )
    for (const inner of Object.values(node)) waiting.push({ node: inner, depth: depth + 1 })
  }
}
