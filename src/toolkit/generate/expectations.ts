/** `generated/expectations.ts`: a description of each pattern of the document, from its `x-expected`. */
import { type ContractDocument, isObject, type Json } from '../openapi/document.ts'
import { expectationsIn } from '../openapi/issues.ts'

/** The source of the module, without its heading. One pattern has one wording: `house/pattern-in-words` sees to it. */
export function expectationsModule(document: ContractDocument): string {
  const rows = Object.entries(expectationsIn(document.root)).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    '/** What a text that matches the pattern is, in words: "expected …". */\n',
    'export const expectations: Readonly<Record<string, string>> = {\n',
    ...rows.map(([pattern, text]) => `  ${JSON.stringify(pattern)}: ${JSON.stringify(text)},\n`),
    '}\n',
  ].join('')
}

/** The same descriptions by the name of the parameter or form field, for messages about a length too. */
export function expectationsByName(document: ContractDocument): string {
  const words = new Map<string, string>()
  const visit = (value: Json, key: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, key)
    if (!isObject(value)) return
    const expected = isObject(value.schema) ? value.schema['x-expected'] : value['x-expected']
    const name = typeof value.in === 'string' ? String(value.name) : key
    if (typeof expected === 'string') words.set(name, expected)
    for (const [inner, below] of Object.entries(value)) visit(below, inner)
  }
  visit(document.root, '')
  const rows = [...words].filter(([name]) => name !== 'schema').sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    '\n/** The expected value of a parameter or a property, in words: "expected …". */\n',
    'export const expectationsOf: Readonly<Record<string, string>> = {\n',
    ...rows.map(([name, text]) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`),
    '}\n',
  ].join('')
}
