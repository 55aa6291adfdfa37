/** A mock API from OpenAPI documents, for pages, workers and tests. */
export { DocumentError, type DocumentErrorCode } from '../openapi/document.ts'
export { createMock, type Mock, type MockDocument, type MockOptions, type MockState } from './createMock.ts'
