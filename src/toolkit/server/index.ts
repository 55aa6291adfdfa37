/** A server whose routes, validation and error responses come from its document; what is left to write is what it does. */
export type { Keys } from '../requests/credentials.ts'
export { HttpError, rejectedField } from '../requests/exchange.ts'
export type { Authenticate, PresentedScheme, UnauthenticatedRequest } from './authenticate.ts'
export type { ServerOptions } from './core.ts'
export type { CorsOptions } from './cors.ts'
export { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './fetchHandler.ts'
export type {
  Bytes,
  Call,
  Caller,
  Handler,
  Handlers,
  PlainResponse,
  ServerSentEvent,
} from './handler.ts'
export { createListener, type Listener, type ListenerOptions } from './listener.ts'
export { ResponseInvalidError } from './responseInvalid.ts'
