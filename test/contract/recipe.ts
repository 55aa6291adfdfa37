/** How to call each operation so that it succeeds. */
import type {
  OperationId,
  PathParameters,
  QueryParameters,
  RequestBody,
} from '../../src/service/server/handler.ts'
import type { World } from './world.ts'

/** The parts of a request that an operation's document requires. */
export interface Parts<Op extends OperationId> {
  params?: PathParameters<Op>
  query?: QueryParameters<Op>
  body?: RequestBody<Op>
  /** Instead of `body`, where that is not JSON. */
  upload?: { mediaType: string; text: string }
}

/** Creates whatever the operation needs and returns a request that succeeds, another one at each call. */
export type Recipe<Op extends OperationId> = (world: World) => Promise<Parts<Op>>

/** One recipe an operation: an operation of the document without one does not compile. */
export type Recipes = { [Op in OperationId]: Recipe<Op> }

/** A request for the wire, without credential. */
export interface Call {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}
