/**
 * Prepares schemas for Prism's generator: `x-faker` tells what kind of text a member holds, where its name says so, and
 * bounds are modest, for it makes texts and lists of any length that is allowed.
 */
import { isObject, type Json, type JsonObject } from '../openapi/document.ts'

/** Names of members in lower case without separators, and what faker makes for them. */
const KINDS: readonly [name: RegExp, faker: string][] = [
  [/^(first|given)name$/, 'name.firstName'],
  [/^(last|family|sur)name$/, 'name.lastName'],
  [/^(full|display|author|owner|user|customer|contact)name$/, 'name.findName'],
  [/^username|login|handle$/, 'internet.userName'],
  [/email(address)?$/, 'internet.email'],
  [/(phone|mobile|telephone)(number)?$/, 'phone.phoneNumber'],
  [/^(avatar|image|picture|photo)(url)?$/, 'image.imageUrl'],
  [/^(company|organi[sz]ation)(name)?$/, 'company.companyName'],
  [/^jobtitle$/, 'name.jobTitle'],
  [/^(street|address|addressline1|line1)$/, 'address.streetAddress'],
  [/^city$/, 'address.city'],
  [/^(country)$/, 'address.country'],
  [/^countrycode$/, 'address.countryCode'],
  [/^(zip|postal)(code)?$/, 'address.zipCode'],
  [/^(state|province|region)name$/, 'address.state'],
  [/^currency(code)?$/, 'finance.currencyCode'],
  [/^iban$/, 'finance.iban'],
  [/^(description|summary|notes?|comment|message|body|text|bio|about)$/, 'lorem.sentence'],
  [/^(title|subject|headline)$/, 'lorem.words'],
  [/^name$/, 'commerce.productName'],
  [/^slug$/, 'lorem.slug'],
  [/^colou?r$/, 'internet.color'],
  [/^(ip|ipaddress)$/, 'internet.ip'],
  [/^useragent$/, 'internet.userAgent'],
]

/** A schema whose text is bound otherwise is left to what binds it. */
const BOUND = ['enum', 'const', 'pattern', 'format', 'maxLength', 'example', 'examples', 'x-faker', '$ref']

const MOST_ITEMS = 3
const MOST_CHARACTERS = 80

/** What holds values, not schemas. */
const VALUES = ['const', 'default', 'enum', 'example', 'examples']
/** What holds schemas by names that the document chose. */
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'schemas', 'dependentSchemas']

/** Changes, in place, every schema of the tree. */
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
    const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
    const kind = KINDS.find(([pattern]) => pattern.test(plain))?.[1]
    if (kind === undefined || !isObject(schema) || schema.type !== 'string') continue
    if (!BOUND.some((keyword) => schema[keyword] !== undefined)) schema['x-faker'] = kind
  }
}

/** Whatever keeps to the tighter bounds keeps to those of the document. */
function setModestBounds(schema: JsonObject): void {
  const cap = (most: string, least: string, limit: number) => {
    const bound = schema[most]
    if (typeof bound === 'number') schema[most] = Math.min(bound, Math.max(limit, Number(schema[least]) || 0))
  }
  cap('maxItems', 'minItems', MOST_ITEMS)
  // A pattern or a format may need its room.
  if (schema.pattern === undefined && schema.format === undefined)
    cap('maxLength', 'minLength', MOST_CHARACTERS)
}
