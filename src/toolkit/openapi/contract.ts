/** Loads the documents of a project: the entry point of every command that reads OpenAPI and AsyncAPI documents. */
import {
  type ContractDocument,
  type DocumentFinding,
  isObject,
  type Json,
  type Position,
} from './document.ts'
import { readDocument } from './load.ts'
import { listMessages, type Message } from './messages.ts'
import { listOperations, type Operation } from './operations.ts'
import { applyOverlay, readOverlay } from './overlay.ts'

export interface Contract {
  documents: ContractDocument[]
  /** Of the OpenAPI documents, with the document that each is of. */
  operations: (Operation & { document: ContractDocument })[]
  /** Of the AsyncAPI documents. */
  messages: (Message & { document: ContractDocument })[]
  /** Findings about the documents, in the order of the documents. */
  findings: DocumentFinding[]
  /** Source position of the node at `pointer`, in the given document or else in the first one that has the node. */
  positionOf(pointer: string, document?: ContractDocument): Position | undefined
}

export interface ContractOptions {
  /** OpenAPI Overlay 1.0 files, applied in their order to the entry file of each document that they `extends`, or to all. */
  overlays?: readonly string[]
}

/**
 * Reads documents, each with the files that it refers to.
 *
 * @throws DocumentError when an entry file cannot be read or parsed, or is neither OpenAPI 3 nor AsyncAPI 3; what is
 *   wrong inside is a finding
 * @example
 * const { operations, findings } = loadContract(['openapi.yaml', 'asyncapi.yaml'])
 * for (const finding of findings) console.log(formatDocumentFinding(finding))
 */
export function loadContract(paths: readonly string[], { overlays = [] }: ContractOptions = {}): Contract {
  const read = overlays.map(readOverlay)
  const unmatched: DocumentFinding[] = []
  const documents = paths.map((path) =>
    readDocument(path, {
      change: (tree) => {
        for (const overlay of read) unmatched.push(...applyOverlay(overlay, tree, path))
      },
    }),
  )
  return {
    documents,
    operations: documents
      .filter(({ kind }) => kind === 'openapi')
      .flatMap((document) => listOperations(document).map((one) => ({ ...one, document }))),
    messages: documents
      .filter(({ kind }) => kind === 'asyncapi')
      .flatMap((document) => listMessages(document).map((one) => ({ ...one, document }))),
    findings: [...unmatched, ...documents.flatMap(({ findings }) => findings)],
    positionOf: (pointer, document) =>
      (document ? [document] : documents).map((one) => one.positionOf(pointer)).find((place) => place),
  }
}

/** The value of an `x-` property of the node; undefined if it has none. */
export const hintOf = (node: Json | undefined, name: `x-${string}`): Json | undefined =>
  isObject(node) ? node[name] : undefined
