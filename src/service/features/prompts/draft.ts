/** The draft of a prompt: its template, and whether it still is the version that was published last. */
import { validationError } from '../../errors.ts'
import { parseTemplate } from '../../template/parseTemplate.ts'
import type { PromptRow } from './promptRows.ts'
import type { VersionRow } from './versionRows.ts'

/**
 * The columns of a new content.
 *
 * @param field where the body holds it
 * @throws ApiError VALIDATION_ERROR at `field`, with each refused construct and its position
 */
export function requireContent(content: string, field: string): Pick<PromptRow, 'content' | 'variables'> {
  const { variables, refused } = parseTemplate(content)
  const [first, ...others] = refused.map(({ construct, line, column }) => ({
    field,
    issue: `has ${construct} at line ${line}, column ${column}; blocks are not part of the template grammar, write \\${construct} for the text itself`,
  }))
  if (first) throw validationError(first, ...others.slice(0, MOST_ISSUES))
  return { content, variables: JSON.stringify(variables) }
}

/** A hostile content could name 30 000; nobody reads so many. */
const MOST_ISSUES = 20

/** Whether publishing `draft` after `published` would tell anything new. */
export function differs(draft: PromptRow, published: VersionRow): boolean {
  return (
    draft.content !== published.content ||
    draft.model !== published.model ||
    draft.temperature !== published.temperature
  )
}
