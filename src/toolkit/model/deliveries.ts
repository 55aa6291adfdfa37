/** Events that an API delivers to its clients: where requests give the address of a receiver, and the declared events. */
import { type CallbackAddress, callbackAddress } from '../openapi/callbackAddress.ts'
import { type ContractDocument, isObject, type Json, objectAt } from '../openapi/document.ts'
import { listMessages, type Message } from '../openapi/messages.ts'
import { listOperations, METHODS, type Operation } from '../openapi/operations.ts'
import { pointerOf } from '../openapi/pointer.ts'
import { type Located, locate } from '../openapi/resolve.ts'
import { membersOf, viewOf } from '../schema/view.ts'
import { leadsTo, soundsLike } from './vocabulary.ts'

export interface DeclaredEvent {
  document: ContractDocument
  /** The key of the webhook or callback, or the name of the AsyncAPI message. */
  name: string
  /** The operation that gives the address of a callback; undefined for a webhook or message. */
  operationId: string | undefined
  /** JSON Pointer of the request or message that the API sends. */
  pointer: string
  /** JSON Pointer of the schema of its body. */
  payload: string | undefined
  /** JSON Pointers of the declared headers, by their names in lower case. */
  headers: ReadonlyMap<string, string>
}

type AddressPlace = Pick<CallbackAddress, 'in' | 'name'>

/**
 * The places of addresses in requests, by operationId: those of callbacks, and the URL of a subscription.
 * @example receiverAddresses(document).get('createWebhook') // [{ in: 'body', name: '/url' }]
 */
export function receiverAddresses(document: ContractDocument): Map<string, AddressPlace[]> {
  const found = new Map<string, AddressPlace[]>()
  for (const operation of listOperations(document)) {
    const places = [
      ...callbacksOf(document, operation).flatMap(({ expression }) => callbackAddress(expression) ?? []),
      ...subscriptionUrls(document, operation),
    ].map(({ in: place, name }): AddressPlace => ({ in: place, name }))
    const keys = places.map((one) => JSON.stringify(one))
    const once = places.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
    if (once.length > 0) found.set(operation.operationId, once)
  }
  return found
}

/** The webhooks of an OpenAPI document and the callbacks of its operations, or the messages of an AsyncAPI document. */
export function declaredEvents(document: ContractDocument): DeclaredEvent[] {
  if (document.kind === 'asyncapi') return sentMessages(document).map((one) => eventOf(document, one))
  const webhooks = Object.keys(objectAt(document.root, 'webhooks')).flatMap((name) =>
    requestsOf(document, locate(document, pointerOf('webhooks', name)), name, undefined),
  )
  const callbacks = listOperations(document).flatMap((operation) =>
    callbacksOf(document, operation).flatMap(({ name, item }) =>
      requestsOf(document, item, name, operation.operationId),
    ),
  )
  return [...webhooks, ...callbacks]
}

/** The messages that the described application sends; all of them where the document does not state it. */
export function sentMessages(document: ContractDocument): Message[] {
  const all = listMessages(document)
  const sent = all.filter(({ actions }) => actions.includes('send'))
  return sent.length > 0 ? sent : all
}

function eventOf(
  document: ContractDocument,
  { name, pointer, payloadPointer, headersPointer }: Message,
): DeclaredEvent {
  const headers = headersPointer === undefined ? [] : propertiesAt(document, headersPointer)
  return {
    document,
    name,
    operationId: undefined,
    pointer,
    payload: payloadPointer,
    headers: new Map(headers),
  }
}

/** The pointers of a schema's own properties, by their names in lower case. */
function propertiesAt(document: ContractDocument, schema: string): [string, string][] {
  const { node, pointer } = locate(document, schema)
  return Object.keys(objectAt(node, 'properties')).map((name) => [
    name.toLowerCase(),
    pointer + pointerOf('properties', name),
  ])
}

function callbacksOf(document: ContractDocument, { operation, pointer }: Operation) {
  return Object.keys(objectAt(operation, 'callbacks')).flatMap((name) => {
    const callback = locate(document, pointer + pointerOf('callbacks', name))
    return Object.keys(callback.node)
      .filter((expression) => isObject(callback.node[expression]))
      .map((expression) => ({
        name,
        expression,
        item: locate(document, callback.pointer + pointerOf(expression)),
      }))
  })
}

function requestsOf(
  document: ContractDocument,
  item: Located,
  name: string,
  operationId: string | undefined,
): DeclaredEvent[] {
  return METHODS.filter((method) => isObject(item.node[method])).map((method) => {
    const { node, pointer } = locate(document, item.pointer + pointerOf(method))
    const parameters = Array.isArray(node.parameters) ? node.parameters : []
    const headers = parameters.flatMap((_, index): [string, string][] => {
      const one = locate(document, pointer + pointerOf('parameters', index))
      return one.node.in === 'header' ? [[String(one.node.name).toLowerCase(), one.pointer]] : []
    })
    return {
      document,
      name,
      operationId,
      pointer,
      payload: payloadOf(document, node, pointer),
      headers: new Map(headers),
    }
  })
}

function payloadOf(document: ContractDocument, node: Located['node'], pointer: string): string | undefined {
  if (!isObject(node.requestBody)) return undefined
  const body = locate(document, pointer + pointerOf('requestBody'))
  const [[type, media] = []] = Object.entries(objectAt(body.node, 'content'))
  return type !== undefined && isObject(media) && isObject(media.schema)
    ? body.pointer + pointerOf('content', type, 'schema')
    : undefined
}

/** Names of a subscription's URL, where an operation creates or changes one. */
function subscriptionUrls(document: ContractDocument, operation: Operation): AddressPlace[] {
  const { path, operationId, operation: node } = operation
  if (!isObject(node.requestBody) || !leadsTo('subscriptions', `${path} ${operationId}`)) return []
  const body = locate(document, operation.pointer + pointerOf('requestBody'))
  const schemas = Object.values(objectAt(body.node, 'content')).flatMap((media) =>
    isObject(media) ? [media.schema] : [],
  )
  return schemas.flatMap((schema) =>
    urlsIn(document, schema).map((name): AddressPlace => ({ in: 'body', name })),
  )
}

/** Pointers of the URLs in a schema, at most one object deep. */
function urlsIn(document: ContractDocument, schema: Json | undefined, depth = 0): string[] {
  return membersOf(viewOf(document, schema)).flatMap(([name, inner]) => [
    ...(soundsLike('eventTarget', name) ? [pointerOf(name)] : []),
    ...(depth === 0 ? urlsIn(document, inner, depth + 1).map((rest) => pointerOf(name) + rest) : []),
  ])
}
