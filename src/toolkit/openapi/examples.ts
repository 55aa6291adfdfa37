/** The examples that a document names at a media type, a parameter or a header. */
import { type ContractDocument, type Json, type JsonObject, objectAt } from './document.ts'
import { follow } from './resolve.ts'

interface NamedExample {
  name: string
  summary: string
  value: Json
}

/**
 * Those with a value, in their order.
 * @param serialized Also those that OpenAPI 3.2 gives as they are on the wire only, as text.
 */
export const namedExamples = (
  document: ContractDocument,
  node: JsonObject,
  serialized = false,
): NamedExample[] =>
  Object.entries(objectAt(node, 'examples')).flatMap(([name, given]) => {
    const example = follow(document, given)
    const value = example.value ?? example.dataValue ?? (serialized ? example.serializedValue : undefined)
    return value === undefined ? [] : [{ name, summary: String(example.summary ?? ''), value }]
  })
