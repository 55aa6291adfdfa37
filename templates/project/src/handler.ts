import type { Handler as HandlerOf } from 'specwright/server'
import type { operations } from '../generated/openapi.ts'

export type Operations = operations

/** Runs an operation, by its name in the document. */
export type Handler<Id extends keyof Operations> = HandlerOf<Operations[Id]>
