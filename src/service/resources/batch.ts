/** The batch forms: several resources of one kind, all or nothing (docs/internals/decisions.md, 1). */
import { type Issue, validationError } from '../errors.ts'

/**
 * The resources that a batch names, in its order.
 *
 * @param kind the kind of resources, for the message
 * @param at the place of the id with this index in the request
 * @param find returns undefined for an id that names nothing of the caller's organization
 * @throws ApiError VALIDATION_ERROR at each id that is not there, or was named before
 */
export async function getEachOrThrow<Row>(
  kind: string,
  ids: readonly string[],
  at: (index: number) => string,
  find: (id: string) => Promise<Row | undefined>,
): Promise<Row[]> {
  const rows: Row[] = []
  const issues: Issue[] = []
  const named = new Set<string>()
  for (const [index, id] of ids.entries()) {
    const row = await find(id)
    if (row === undefined) {
      issues.push({ field: at(index), issue: `is ${id}; expected the id of a ${kind} of this organization` })
    } else if (named.has(id)) {
      issues.push({ field: at(index), issue: `is ${id}, which was named before; expected each ${kind} once` })
    } else {
      rows.push(row)
    }
    named.add(id)
  }
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others)
  return rows
}
