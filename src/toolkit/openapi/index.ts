/** Tools over any OpenAPI or AsyncAPI document; they know nothing of the service. */

export { closedCopy } from './closed.ts'
export { type Contract, type ContractOptions, hintOf, loadContract } from './contract.ts'
export {
  type Coverage,
  type CoverageReport,
  createCoverage,
  type Excuse,
  formatCoverage,
} from './coverage.ts'
export { type Announcement, announcementHeaders, announcementsOf } from './deprecation.ts'
export {
  type ContractDocument,
  DocumentError,
  type DocumentErrorCode,
  type DocumentFinding,
  type DocumentFindingCode,
  formatDocumentFinding,
  formatPosition,
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  type Position,
  versionOf,
} from './document.ts'
export { documentOf } from './documentOf.ts'
export { bothOf, intersect } from './intersect.ts'
export { selectNodes } from './jsonPath.ts'
export { type LoadOptions, loadDocument, readDocument } from './load.ts'
export { basePathOf, createMatcher, literalSource, type OperationMatch } from './match.ts'
export { listMessages, type Message, messagesAt } from './messages.ts'
export { listOperations, type Operation, responseFor } from './operations.ts'
export {
  escapeToken,
  fragmentOf,
  pointerOf,
  pointerOfFragment,
  tokensOf,
  valueAt,
  withValueAt,
} from './pointer.ts'
export { markedBy, type Origin, originAt, originOf, weaker } from './provenance.ts'
export { filesOf } from './referredFiles.ts'
export { follow, type Located, locate } from './resolve.ts'
export { createSourceReader, type SourceFile } from './sourceFile.ts'
export { escaped, templateSource } from './templates.ts'
