/** Dredd's request and its expectation for each documented pair of operation and status. */

import type { OperationId } from '../../generated/operations.ts'
import {
  type ContractDocument,
  follow,
  type JsonObject,
  listOperations,
  objectAt,
  pointerOf,
} from '../../src/toolkit/openapi/index.ts'
import { callOf } from '../../test/contract/recipes/index.ts'
import { requestFor } from '../../test/contract/rejections.ts'
import { special } from '../../test/contract/special/index.ts'
import type { World } from '../../test/contract/world.ts'
import { inlineSchema } from './inline.ts'

export interface PlannedTransaction {
  path: string
  headers: Record<string, string>
  /** The body to send, which names existing resources of this server; absent: the document's example. */
  body?: string
  /** Declared response headers that need not be there; Dredd would require all. */
  optionalHeaders: string[]
  /** Of the expected body; absent where none is expected. */
  schema?: JsonObject
  contentType?: string
}

export interface Plan {
  /** By `METHOD /template status`, as Dredd's transactions can be named. */
  transactions: Record<string, PlannedTransaction>
  /** How many transactions the document makes: one for each media type of a request and of its response. */
  documented: number
  /** How many of them are planned. */
  planned: number
}

/** Statuses that Dredd's one request can bring about, given a changed header, path or credential. */
const COVERED = new Set([200, 201, 202, 204, 304, 400, 401, 403, 404, 406, 412, 415, 429])

export async function makePlan(document: ContractDocument, world: World): Promise<Plan> {
  const plan: Plan = { transactions: {}, documented: 0, planned: 0 }
  for (const { operationId, method, path, operation, responses } of listOperations(document)) {
    const id = operationId as OperationId
    const untouched = await callOf(world, id) // a rejection changes nothing, so that all may share one
    const bodies = Math.max(
      1,
      Object.keys(objectAt(follow(document, operation.requestBody), 'content')).length,
    )
    for (const [status, { node, pointer }] of responses) {
      const types = Object.keys(objectAt(node, 'content'))
      plan.documented += bodies * Math.max(1, types.length)
      if (!COVERED.has(Number(status)) || special[`${operationId} ${status}`] || types.length > 1) continue
      const call = Number(status) < 300 ? await callOf(world, id) : untouched
      const request = requestFor(Number(status), call, id, world.keys)
      if (request === undefined) continue
      const [contentType] = types
      plan.planned += bodies
      plan.transactions[`${method} ${path} ${status}`] = {
        path: `/v1${request.path}`,
        headers: {
          // An error is JSON for any Accept. For a success without JSON, Dredd would request JSON.
          ...(Number(status) >= 400 && { Accept: '*/*' }),
          ...(request.key !== null && { Authorization: `Bearer ${request.key}` }),
          ...request.headers,
        },
        ...(request.body !== undefined && { body: textOf(request.body) }),
        optionalHeaders: Object.entries(objectAt(node, 'headers'))
          .filter(([, header]) => follow(document, header).required !== true)
          .map(([name]) => name),
        ...(contentType !== undefined && {
          contentType,
          schema: inlineSchema(document, pointer + pointerOf('content', contentType, 'schema')),
        }),
      }
    }
  }
  return plan
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
