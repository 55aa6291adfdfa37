/** The context that all parts of an operation's description share. */

import type { ListModel } from '../../model/apiModel.ts'
import type { ContractDocument, JsonObject } from '../../openapi/document.ts'
import type { Operation } from '../../openapi/operations.ts'
import { textAt } from '../blocks.ts'
import type { Schemas } from './schemas.ts'

export interface OperationContext {
  document: ContractDocument
  schemas: Schemas
  /** By operationId. */
  lists: ReadonlyMap<string, ListModel>
  /** Path of the page about authentication. */
  authentication: string
  /** Link of an operation, by its operationId; undefined for one that is not there. */
  linkTo(operationId: string): string | undefined
  /** Words that mean something of their own, such as error codes. */
  terms: ReadonlyMap<string, string>
}

export interface Described {
  operation: Operation
  anchor: string
  href: string
  /** The server calls the client: a webhook or a callback. */
  incoming: boolean
  pathItem: JsonObject
}

export const titleOf = ({ operation, operationId, method, path }: Operation): string =>
  textAt(operation, 'summary') || (operationId.includes(' ') ? `${method} ${path}` : operationId)
