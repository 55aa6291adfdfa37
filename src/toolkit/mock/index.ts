/** A mock API from OpenAPI documents, for pages, workers and tests. */
export { DocumentError, type DocumentErrorCode } from '../openapi/document.ts'
export { createMock, type MockDocument } from './createMock.ts'
export type { Mock, MockOptions, MockState } from './fetchMock.ts'
