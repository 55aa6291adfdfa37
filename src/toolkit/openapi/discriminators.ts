/**
 * Expands `x-discriminator: type` next to a `oneOf` into the `discriminator` object that code generators read, with a
 * mapping from the constants of the alternatives. Schemas shared with AsyncAPI documents cannot contain the object
 * itself, since AsyncAPI requires a string there. Validation does not change, because the constants already decide.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { pointerOfFragment, valueAt } from './pointer.ts'
import { isData } from './walk.ts'

const MARK = 'x-discriminator'

/**
 * Writes the discriminators into a tree whose references are all local, in place. Removes the marks in AsyncAPI documents.
 * @throws TypeError with the name of the schema and the received and expected values
 */
export function expandDiscriminators(root: JsonObject): void {
  const isOpenApi = typeof root.openapi === 'string'
  const way: (string | number)[] = ['#']
  const visitAt = (token: string | number, node: Json): void => {
    if (typeof node !== 'object' || node === null) return
    way.push(token)
    visit(node)
    way.pop()
  }
  const visit = (node: Json): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) visitAt(index, one)
    if (!isObject(node)) return
    const { [MARK]: name, oneOf } = node
    // Other tools may use the same extension: ignore marks that match no alternative.
    const tags =
      typeof name === 'string' && Array.isArray(oneOf) && oneOf.every(isReference)
        ? oneOf.map((one) => ({ one, tag: tagOf(root, one, name) }))
        : []
    if (tags.some(({ tag }) => tag !== undefined)) {
      delete node[MARK]
      const bare = tags.find(({ tag }) => tag === undefined)
      if (bare !== undefined)
        throw new TypeError(
          `${way.join('/')}: the alternative ${JSON.stringify(bare.one)} has no constant \`${name}\`, expected references to schemas that each have one.`,
        )
      const mapping = Object.fromEntries(tags.flatMap(({ tag }) => (tag === undefined ? [] : [tag])))
      if (isOpenApi) node.discriminator = { propertyName: name as string, mapping }
    }
    for (const [key, inner] of Object.entries(node)) if (!isData(key, inner)) visitAt(key, inner)
  }
  visit(root)
}

const isReference = (node: Json): boolean => isObject(node) && typeof node.$ref === 'string'

/** The constant that identifies an alternative, and the reference to it; undefined without a constant. */
function tagOf(root: JsonObject, alternative: Json, name: string): [string, string] | undefined {
  const reference = isObject(alternative) ? alternative.$ref : undefined
  const schema = typeof reference === 'string' ? valueAt(root, pointerOfFragment(reference)) : undefined
  const properties = isObject(schema) ? schema.properties : undefined
  const member = isObject(properties) ? properties[name] : undefined
  const tag = isObject(member) ? member.const : undefined
  return typeof reference === 'string' && typeof tag === 'string' ? [tag, reference] : undefined
}
