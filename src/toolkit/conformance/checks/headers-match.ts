import { locate, objectAt, originOf, pointerOf } from '../../contract/index.ts'
import type { ResponseCheck } from '../finding.ts'

/** Declared response headers are there when required, and satisfy their schema. */
export const headersMatch: ResponseCheck = function* ({ document, response, header, validate }) {
  if (response === undefined) return
  for (const name of Object.keys(objectAt(response.node, 'headers'))) {
    // OpenAPI 3.1, "Response Object": a Content-Type declared here is ignored.
    if (name.toLowerCase() === 'content-type') continue
    const declared = locate(document, response.pointer + pointerOf('headers', name))
    const provenance = originOf(declared.node) ?? 'decided'
    const value = header(name)
    if (value === undefined) {
      if (declared.node.required === true)
        yield { message: `received no ${name} header, expected one`, provenance }
    } else if (declared.node.schema !== undefined) {
      for (const problem of validate(declared.pointer + pointerOf('schema'), value, 'text')) {
        yield { message: `${name}: ${problem.message}`, provenance }
      }
    }
  }
}
