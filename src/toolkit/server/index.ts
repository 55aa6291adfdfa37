/** A server whose routes, validation and refusals come from its document; what is left to write is what it does. */
export type { Caller, Keys } from '../requests/credentials.ts'
export { Refusal, refusedField } from '../requests/exchange.ts'
export type { Answer, Call, Handler, Handlers } from './handler.ts'
export { createListener, type Listener, type ListenerOptions } from './listener.ts'
