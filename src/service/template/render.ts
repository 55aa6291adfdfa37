import { validationError } from '../errors.ts'
import type { Template } from './parseTemplate.ts'

export interface Rendering {
  text: string
  /** Variables that the template needs and `variables` lacks, in the template's order; they stay `{{name}}` in `text`. */
  missing: string[]
  /** Variables that the template has no place for, in the order given. */
  extra: string[]
}

/** A small template and one long value could otherwise fill the memory: 20 000 × 1 MiB. */
export const MAX_RENDERING_LENGTH = 1_000_000

/**
 * Puts values into a template's places, once: a value is never scanned for placeholders again, and never escaped.
 * Only own properties of `variables` count, so `{{constructor}}` is a variable like any other.
 *
 * @throws ApiError VALIDATION_ERROR at `variables` when the text would exceed MAX_RENDERING_LENGTH characters.
 * @example render(parseTemplate('Dear {{name}}!'), { name: 'Ada' }).text // 'Dear Ada!'
 */
export function render(template: Template, variables: Readonly<Record<string, string>>): Rendering {
  const missing = template.variables.filter((name) => !Object.hasOwn(variables, name))
  const needed = new Set(template.variables)
  const extra = Object.keys(variables).filter((name) => !needed.has(name))

  const pieces: string[] = []
  let length = 0
  for (const segment of template.segments) {
    const piece = segment.kind === 'text' ? segment.text : valueFor(segment.name, variables)
    pieces.push(piece)
    length += piece.length
  }
  if (length > MAX_RENDERING_LENGTH) {
    throw validationError({
      field: 'variables',
      issue: `the rendered prompt would have ${length} characters, at most ${MAX_RENDERING_LENGTH} are allowed`,
    })
  }
  return { text: pieces.join(''), missing, extra }
}

function valueFor(name: string, variables: Readonly<Record<string, string>>): string {
  return (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? `{{${name}}}`
}
