import type { Issue, VariableValues } from '../../../../generated/openapi.v1.ts'
import { validationError } from '../../errors.ts'
import { parseTemplate } from '../../template/parseTemplate.ts'
import { render } from '../../template/render.ts'

/**
 * Fills the variables of a stored template in.
 *
 * @param strict refuses values that the template has no place for; otherwise each is a warning
 * @throws ApiError VALIDATION_ERROR at `variables.<name>` for each one missing, or too many
 */
export function fillIn(
  content: string,
  variables: VariableValues = {},
  strict = false,
): { text: string; warnings: Issue[] } {
  const { text, missing, extra } = render(parseTemplate(content), variables)
  const lacking = missing.map((name) => ({
    field: `variables.${name}`,
    issue: 'is missing; the template uses it',
  }))
  const unused = extra.map((name) => ({
    field: `variables.${name}`,
    issue: 'is not a variable of the template',
  }))
  const [first, ...others] = strict ? [...lacking, ...unused] : lacking
  if (first) throw validationError(first, ...others)
  return { text, warnings: unused.map(({ field, issue }) => ({ field, issue: `${issue}; it was ignored` })) }
}
