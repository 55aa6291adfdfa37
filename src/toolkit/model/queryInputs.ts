/** Query parameters of an operation, with each property of a `deepObject` parameter as its own entry. */
import { isObject, type Json, ownValue } from '../openapi/document.ts'
import { branchesOf, membersOf, typesOf, viewOf } from '../schema/view.ts'
import type { Api, ApiOperation, Parameter } from './api.ts'
import { statedFilter } from './statements.ts'

/** Query parameters. Each property of a `deepObject` parameter is a separate one: `filter[state]`. */
export const queryInputs = ({ document }: Api, operation: ApiOperation): Parameter[] =>
  operation.inputs.flatMap((input) => {
    if (input.in !== 'query') return []
    // A statement at the parameter applies to the whole object.
    if (input.node.style !== 'deepObject' || statedFilter(input) !== undefined) return [input]
    const view = viewOf(document, input.schema)
    const forms = branchesOf(view).map((branch) => viewOf(document, branch))
    // A range or a value: `created[gte]=1` and `created=1`.
    const isValue = forms.some((form) => typesOf(form).some((type) => type !== 'object' && type !== 'null'))
    const parts = [view, ...forms]
      .flatMap(membersOf)
      .map(([member, schema]) =>
        partOfObject(input, `${input.name}[${member}]`, schema, viewOf(document, schema).description ?? null),
      )
    return isValue ? [input, ...parts] : parts
  })

export const partOfObject = (
  input: Parameter,
  name: string,
  schema: Json | undefined,
  description: Json,
): Parameter => ({ ...input, name, required: false, examples: [], schema, node: { description } })

/** The value of a parameter in a parsed query, or of a property of an object parameter: `page[number]`. */
export function valueIn(query: Record<string, Json>, name: string): Json | undefined {
  const [, outer, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? []
  const holder = outer === undefined ? undefined : ownValue(query, outer)
  return (
    ownValue(query, name) ?? (isObject(holder) && inner !== undefined ? ownValue(holder, inner) : undefined)
  )
}
