/**
 * Prepares schemas for Prism's generator: `x-faker` gives the kind of string for properties with a meaningful name, and
 * smaller bounds prevent long strings and lists.
 */
import { type Content, contentOf } from '../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'

/** The faker method for each kind of string. */
const KINDS: Readonly<Record<Content, string>> = {
  firstName: 'name.firstName',
  lastName: 'name.lastName',
  person: 'name.findName',
  username: 'internet.userName',
  email: 'internet.email',
  phone: 'phone.phoneNumber',
  image: 'image.imageUrl',
  company: 'company.companyName',
  jobTitle: 'name.jobTitle',
  street: 'address.streetAddress',
  city: 'address.city',
  country: 'address.country',
  countryCode: 'address.countryCode',
  zipCode: 'address.zipCode',
  state: 'address.state',
  currency: 'finance.currencyCode',
  iban: 'finance.iban',
  sentence: 'lorem.sentence',
  title: 'lorem.words',
  product: 'commerce.productName',
  slug: 'lorem.slug',
  color: 'internet.color',
  ip: 'internet.ip',
  userAgent: 'internet.userAgent',
}

/** A schema whose text is bound otherwise is left to what binds it. */
const BOUND = ['enum', 'const', 'pattern', 'format', 'maxLength', 'example', 'examples', 'x-faker', '$ref']

const MAX_ITEMS = 3
const MAX_CHARACTERS = 80

/** Keywords that contain values, not schemas. */
const VALUES = ['const', 'default', 'enum', 'example', 'examples']
/** Keywords that contain schemas by name. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'dependentSchemas']

/** Changes every schema of the tree in place. */
export function preparedForGenerator(root: JsonObject): JsonObject {
  const visit = (node: Json, named: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, false)
      return
    }
    if (!isObject(node)) return
    if (!named) {
      nameTexts(node)
      setModestBounds(node)
    }
    for (const [key, inner] of Object.entries(node)) {
      if (inner === undefined || (!named && VALUES.includes(key))) continue
      visit(inner, !named && NAMED.includes(key))
    }
  }
  visit(root, false)
  return root
}

function nameTexts({ properties }: JsonObject): void {
  if (!isObject(properties)) return
  for (const [name, schema] of Object.entries(properties)) {
    const content = contentOf(name)
    if (content === undefined || !isObject(schema) || schema.type !== 'string') continue
    if (!BOUND.some((keyword) => schema[keyword] !== undefined)) schema['x-faker'] = KINDS[content]
  }
}

/** Values within the smaller bounds are also valid for the document's bounds. */
function setModestBounds(schema: JsonObject): void {
  const cap = (most: string, least: string, limit: number) => {
    const bound = schema[most]
    if (typeof bound === 'number') schema[most] = Math.min(bound, Math.max(limit, Number(schema[least]) || 0))
  }
  cap('maxItems', 'minItems', MAX_ITEMS)
  // A pattern or a format may need its room.
  if (schema.pattern === undefined && schema.format === undefined)
    cap('maxLength', 'minLength', MAX_CHARACTERS)
}
