/** Tools over any OpenAPI or AsyncAPI document; they know nothing of the service. */
export {
  type Coverage,
  type CoverageReport,
  createCoverage,
  type Excuse,
  formatCoverage,
} from './coverage.ts'
export {
  type ContractDocument,
  DocumentError,
  type DocumentErrorCode,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
} from './document.ts'
export { documentOf, loadDocument } from './load.ts'
export { createMatcher, type OperationMatch } from './match.ts'
export { listOperations, type Operation, responseFor } from './operations.ts'
export { escapeToken, fragmentOf, pointerOf, pointerOfFragment, tokensOf, valueAt } from './pointer.ts'
export { type Origin, originAt, originOf, weaker } from './provenance.ts'
export { follow, type Located, locate } from './resolve.ts'
