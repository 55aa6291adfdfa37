/** Tells Prism's generator, by `x-faker`, what kind of text a member holds, where its name says so. */
import { isObject, type Json, type JsonObject } from '../contract/index.ts'

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

/** Annotates, in place, every member schema of the tree whose name tells what it holds. */
export function withRealisticNames(root: JsonObject): JsonObject {
  const visit = (node: Json): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isObject(node)) return
    if (isObject(node.properties)) {
      for (const [name, schema] of Object.entries(node.properties)) {
        const kind = KINDS.find(([pattern]) =>
          pattern.test(name.toLowerCase().replace(/[^a-z0-9]/g, '')),
        )?.[1]
        if (kind === undefined || !isObject(schema) || schema.type !== 'string') continue
        if (!BOUND.some((keyword) => schema[keyword] !== undefined)) schema['x-faker'] = kind
      }
    }
    for (const inner of Object.values(node)) if (inner !== undefined) visit(inner)
  }
  visit(root)
  return root
}
