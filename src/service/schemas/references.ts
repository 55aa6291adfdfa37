import { UnacceptableSchema } from './unacceptable.ts'

/** One schema within the schema, itself included. */
export interface SchemaNode {
  keys: readonly string[]
  /** JSON pointers of the schemas that validate the same value. */
  inPlace: string[]
}

/**
 * Every reference leads to a schema, and no schema leads to itself on the same value: that would never end.
 * Recursion into the members of a value is fine, for a value is finite.
 */
export function requireNoLoop(
  nodes: ReadonlyMap<string, SchemaNode>,
  references: readonly { keys: readonly string[]; target: string }[],
): void {
  for (const { keys, target } of references) {
    if (nodes.has(target)) continue
    throw new UnacceptableSchema(
      keys,
      `is #${target}, where no schema stands; expected a schema of this schema`,
    )
  }
  const settled = new Set<string>()
  const open = new Set<string>()
  const visit = (pointer: string): void => {
    if (settled.has(pointer)) return
    const node = nodes.get(pointer)
    if (open.has(pointer)) {
      const issue = 'leads back to itself on the same value; expected a schema that comes to an end'
      throw new UnacceptableSchema(node?.keys ?? [], issue)
    }
    open.add(pointer)
    for (const next of node?.inPlace ?? []) visit(next)
    open.delete(pointer)
    settled.add(pointer)
  }
  for (const pointer of nodes.keys()) visit(pointer)
}
