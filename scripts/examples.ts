/**
 * Writes the examples of errors into the documents, from the server's real responses.
 *
 *     npm run examples
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { realErrors, responseFiles } from '../test/examples/errors.ts'

const PLACE = ['content', 'application/json', 'examples']
const documents = new Map(responseFiles().map((file) => [file, parseDocument(readFileSync(file, 'utf8'))]))
const wanted = [...documents].flatMap(([file, document]) => {
  const { examples = {} } = document.toJS().content?.['application/json'] ?? {}
  return Object.keys(examples).map((name) => ({ file, name }))
})
for (const { file, name, value } of await realErrors(wanted)) {
  const document = documents.get(file)
  const known: unknown = document?.getIn([...PLACE, name, 'value'])
  if (!document || JSON.stringify(known) === JSON.stringify(value)) continue
  document.setIn([...PLACE, name, 'value'], document.createNode(value))
}
for (const [file, document] of documents) {
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false, singleQuote: true })
  if (text === readFileSync(file, 'utf8')) continue
  writeFileSync(file, text)
  console.log(`Wrote ${file}.`)
}
process.exit(0)
