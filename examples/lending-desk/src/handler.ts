import type { Handler as HandlerOf } from 'specwright/server'
import type { operations } from '../generated/openapi.ts'

/** Runs an operation, by its name in the document. */
export type Handler<Id extends keyof operations> = HandlerOf<operations[Id]>
