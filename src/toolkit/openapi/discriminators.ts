/**
 * `x-discriminator: type` beside a `oneOf` of an OpenAPI document becomes the `discriminator` that generators read, its
 * mapping made of the constants of the alternatives. A schema that an AsyncAPI document shares cannot say so itself:
 * there `discriminator` is a string, and parsers refuse an object. What is valid does not change, for the constants say it.
 */
import { isObject, type Json, type JsonObject } from './document.ts'
import { pointerOfFragment, valueAt } from './pointer.ts'
import { isData } from './walk.ts'

const MARK = 'x-discriminator'

/**
 * Writes the discriminators into a tree with local references alone, in place; in an AsyncAPI document the marks go.
 * @throws TypeError that names the schema, what was received and what was expected
 */
export function expandDiscriminators(root: JsonObject): void {
  const isOpenApi = typeof root.openapi === 'string'
  const visit = (node: Json, place: string): void => {
    if (Array.isArray(node)) for (const [index, one] of node.entries()) visit(one, `${place}/${index}`)
    if (!isObject(node)) return
    const { [MARK]: name, oneOf } = node
    // Others may use the same word for something else: a mark that no alternative answers is theirs.
    const tags =
      typeof name === 'string' && Array.isArray(oneOf) && oneOf.every(isReference)
        ? oneOf.map((one) => ({ one, tag: tagOf(root, one, name) }))
        : []
    if (tags.some(({ tag }) => tag !== undefined)) {
      delete node[MARK]
      const bare = tags.find(({ tag }) => tag === undefined)
      if (bare !== undefined)
        throw new TypeError(
          `${place}: the alternative ${JSON.stringify(bare.one)} has no constant \`${name}\`, expected references to schemas that each have one.`,
        )
      const mapping = Object.fromEntries(tags.flatMap(({ tag }) => (tag === undefined ? [] : [tag])))
      if (isOpenApi) node.discriminator = { propertyName: name as string, mapping }
    }
    for (const [key, inner] of Object.entries(node)) if (!isData(key, inner)) visit(inner, `${place}/${key}`)
  }
  visit(root, '#')
}

const isReference = (node: Json): boolean => isObject(node) && typeof node.$ref === 'string'

/** The value by which an alternative is told, and the reference to it; undefined without a constant. */
function tagOf(root: JsonObject, alternative: Json, name: string): [string, string] | undefined {
  const reference = isObject(alternative) ? alternative.$ref : undefined
  const schema = typeof reference === 'string' ? valueAt(root, pointerOfFragment(reference)) : undefined
  const properties = isObject(schema) ? schema.properties : undefined
  const member = isObject(properties) ? properties[name] : undefined
  const tag = isObject(member) ? member.const : undefined
  return typeof reference === 'string' && typeof tag === 'string' ? [tag, reference] : undefined
}
