/** The callbacks of an OpenAPI document: what an operation sends to the address that its request gave (OpenAPI 3.1, "Callback Object"). */

import type { ApiOperation } from '../../model/api.ts'
import { type CallbackAddress, callbackAddress } from '../../openapi/callbackAddress.ts'
import { type ContractDocument, isObject, type Json, objectAt } from '../../openapi/document.ts'
import { listOperations, METHODS } from '../../openapi/operations.ts'
import { pointerOf, tokensOf } from '../../openapi/pointer.ts'
import { locate } from '../../openapi/resolve.ts'
import { templateSource } from '../../openapi/templates.ts'
import { createSchemaValidator } from '../../schema/validate.ts'
import type { Parts } from '../engine/requests.ts'
import type { CheckContext, Rule } from '../engine/rule.ts'
import type { Delivery, Mailbox, Receiver } from '../receiver/receiver.ts'
import { definitionOf } from '../ruleCatalogue.ts'
import { problemsOf } from './checkDelivery.ts'
import { messageOfOperation } from './eventContract.ts'
import type { EventMessage } from './eventTypes.ts'

/** Where the request of an operation gives the address, and what the server writes behind it. */
interface Callback {
  name: string
  method: string
  from: CallbackAddress
  suffix: RegExp
  message: EventMessage
}

interface CallbackRun {
  document: ContractDocument
  receiver: Receiver
  /** Milliseconds in which a callback is to arrive. */
  arrival: number
  closed?: boolean | undefined
  /** The operation whose callbacks are the events of the run. */
  subscribe?: string | undefined
}

/** By operationId; those whose address the request does not give as a whole are left out. */
export function callbacksOf(document: ContractDocument): Map<string, Callback[]> {
  const found = new Map<string, Callback[]>()
  for (const { operation, operationId, pointer } of listOperations(document)) {
    const callbacks = Object.keys(objectAt(operation, 'callbacks')).flatMap((name) => {
      const at = locate(document, pointer + pointerOf('callbacks', name))
      return Object.keys(at.node).flatMap((expression) => callbacksAt(document, name, at.pointer, expression))
    })
    if (callbacks.length > 0) found.set(operationId, callbacks)
  }
  return found
}

function callbacksAt(
  document: ContractDocument,
  name: string,
  pointer: string,
  expression: string,
): Callback[] {
  const address = callbackAddress(expression)
  if (address === undefined) return []
  const item = locate(document, pointer + pointerOf(expression))
  return METHODS.filter((method) => isObject(item.node[method])).map((method) => ({
    name,
    method: method.toUpperCase(),
    from: address,
    suffix: suffixOf(address.rest),
    message: messageOfOperation(document, locate(document, item.pointer + pointerOf(method)), name),
  }))
}

/** The part of a delivery's address after that of the mailbox. */
function behind({ url }: Mailbox, { path }: Delivery): string {
  const address = `/${url.split('/').at(-1)}`
  return path.slice(path.indexOf(address) + address.length)
}

/** The text behind the address; further expressions stand for any text. */
const suffixOf = (text: string): RegExp => new RegExp(`^${templateSource(text, '[^/?#&]*')}$`)

/** The rule over the callbacks of one run; undefined where the document has none that can be received. */
export function callbackRule({
  document,
  receiver,
  arrival,
  closed,
  subscribe,
}: CallbackRun): Rule | undefined {
  const callbacks = callbacksOf(document)
  if (subscribe !== undefined) callbacks.delete(subscribe)
  if (callbacks.size === 0) return undefined
  const validate = createSchemaValidator(document, { closed })
  return {
    ...definitionOf('callback-matches-schema'),
    *checks({ api }) {
      for (const [operationId, declared] of callbacks) {
        const operation = api.byId.get(operationId)
        if (operation === undefined) continue
        const names = [...new Set(declared.map(({ name }) => name))].join(', ')
        yield {
          name: names,
          constraint: `callback ${names}`,
          operation,
          later: true,
          run: (context) => hear(context, operation, declared),
        }
      }
    },
  }

  async function hear(
    context: CheckContext,
    operation: ApiOperation,
    declared: readonly Callback[],
  ): Promise<void> {
    const mailbox = receiver.mailbox()
    const exchange = await called(context, operation, (parts) => {
      for (const { from } of declared) give(parts, from, mailbox.url)
    })
    const heard = await Promise.all(
      declared.map(({ suffix }) =>
        mailbox.find((delivery) => suffix.test(behind(mailbox, delivery)), arrival),
      ),
    )
    for (const delivery of mailbox.deliveries) {
      const path = behind(mailbox, delivery)
      const fitting = declared.filter(({ suffix }) => suffix.test(path))
      const problems = bestOf(fitting, delivery)
      const elsewhere = { code: 'wrong-callback-url' as const, received: path }
      for (const problem of problems ?? [elsewhere])
        context.broken({
          ...problem,
          exchange,
          place: (fitting[0] ?? declared[0])?.message.pointer ?? operation.pointer,
        })
    }
    const silent = declared.filter((_, index) => heard[index] === undefined).map(({ name }) => name)
    if (silent.length > 0)
      context.notObserved({
        code: 'not-arrived',
        what: `callback ${[...new Set(silent)].join(', ')} of ${operation.operationId}`,
        help: 'what it waits for may not have happened',
      })
  }

  /** The problem of a delivery, compared with the callback that it fits best; undefined where it fits none. */
  function bestOf(fitting: readonly Callback[], delivery: Delivery) {
    const checked = fitting.map(({ message, method }) => [
      ...problemsOf({ document, validate }, delivery, message, method),
    ])
    return checked.sort((a, b) => a.length - b.length)[0]
  }
}

/** Calls the operation with what the change gives it. */
async function called(context: CheckContext, operation: ApiOperation, change: (parts: Parts) => void) {
  const { exchange } = await context.succeed(operation, { fresh: true, change })
  return exchange
}

function give(parts: Parts, { in: place, name }: Callback['from'], url: string): void {
  if (place === 'query') parts.query[name] = url
  else if (place === 'header') parts.headers[name] = url
  else if (isObject(parts.body)) parts.body = planted(parts.body, tokensOf(name), url)
}

function planted(value: Json, way: readonly string[], url: string): Json {
  const [token, ...rest] = way
  if (token === undefined) return url
  return isObject(value) ? { ...value, [token]: planted(value[token] ?? {}, rest, url) } : value
}
