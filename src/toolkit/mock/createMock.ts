/** A mock that responds to requests of `fetch` in a page, a worker or a test, without a port. */
import { parse } from 'yaml'
import { type ContractDocument, DocumentError, type Json } from '../openapi/document.ts'
import { readGiven } from '../openapi/documentOf.ts'
import { createFetchMock, type Mock, type MockOptions } from './fetchMock.ts'

/** An OpenAPI document: parsed, or as YAML or JSON text. References to other files must be bundled. */
export type MockDocument = object | string

/**
 * Creates a mock of an API from its OpenAPI documents. It validates requests, returns the documents' error responses,
 * examples or generated values, and stores what is created. It uses no Node API. `specwright mock` serves the same code
 * on a port.
 *
 * Schemas are compiled with `new Function` (Ajv). Under a Content-Security-Policy without `script-src 'unsafe-eval'`, no
 * request can be validated: `createMock` throws.
 *
 * @param documents one document or several; the first that has the path of a request responds
 * @throws DocumentError for text that is not YAML or JSON, for an object that is not an OpenAPI document, and for a
 *   reference to another file; Error where the Content-Security-Policy forbids `new Function`
 * @example
 * const mock = createMock(document)
 * const response = await mock.fetch(new Request('https://api.example.com/books'))
 */
export function createMock(
  documents: MockDocument | readonly MockDocument[],
  options: MockOptions = {},
): Mock {
  const given = Array.isArray(documents) ? documents : [documents]
  return createFetchMock(given.map(readAny), options)
}

function readAny(given: MockDocument): ContractDocument {
  const document = readGiven(typeof given === 'string' ? parsed(given) : structuredClone(given))
  if (document.kind === 'openapi') return document
  throw new DocumentError(
    'UNKNOWN_KIND',
    'createMock: received an AsyncAPI document, expected an OpenAPI document.',
  )
}

function parsed(text: string): unknown {
  try {
    return parse(text) as Json
  } catch (error) {
    throw new DocumentError(
      'UNREADABLE',
      `createMock: the document is not valid YAML or JSON: ${(error as Error).message}`,
    )
  }
}
