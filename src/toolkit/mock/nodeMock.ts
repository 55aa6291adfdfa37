/** A mock in a Node process: Prism makes dynamic values where it is installed, and busboy reads multipart bodies. */
import type { ContractDocument } from '../openapi/document.ts'
import { withParts } from '../requests/multipart.ts'
import { createDocumentMock, type Mock, type MockSettings } from './mock.ts'
import { createPrism } from './prism.ts'

/** @param settings `generate` replaces Prism */
export const createNodeMock = async (document: ContractDocument, settings: MockSettings): Promise<Mock> =>
  createDocumentMock(document, { withParts, generate: createPrism(document), ...settings })
