/** `generated/expectations.ts`: what each pattern of the document asks for, in the words of its `x-expected`. */
import type { ContractDocument } from '../contract/index.ts'
import { expectationsIn } from '../contract/issues.ts'

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
