/** The messages of an AsyncAPI document by key. */
import { type ContractDocument, isObject, type Json, type JsonObject, objectAt } from './document.ts'
import { pointerOf, valueAt } from './pointer.ts'
import { type Located, locate } from './resolve.ts'

export interface Message {
  /** The key in `components.messages` or in the channel (AsyncAPI 3.0, section "Messages Object"). */
  key: string
  /** `name`, or the key where there is none. */
  name: string
  /** Addresses of the channels that it goes over; null for one without. */
  addresses: (string | null)[]
  /** `send` and `receive`, as the document's own application does it. */
  actions: string[]
  contentType: string
  pointer: string
  node: JsonObject
  /** Pointers of the schemas and of what correlates it; undefined where the message has none. */
  payloadPointer: string | undefined
  headersPointer: string | undefined
  correlationPointer: string | undefined
}

/** Every message once, in the order of the channels, then what only `components` names. Traits are merged in. */
export function listMessages(document: ContractDocument): Message[] {
  const { root } = document
  const messages = new Map<string, Message>()
  const add = (place: string, key: string, address?: string | null): void => {
    const { node, pointer } = locate(document, place)
    const known = messages.get(pointer) ?? describe(document, { node, pointer }, key)
    messages.set(pointer, known)
    if (address !== undefined && !known.addresses.includes(address)) known.addresses.push(address)
  }
  for (const name of Object.keys(objectAt(root, 'channels'))) {
    const { node, pointer } = locate(document, pointerOf('channels', name))
    const address = typeof node.address === 'string' ? node.address : null
    for (const key of Object.keys(objectAt(node, 'messages')))
      add(pointer + pointerOf('messages', key), key, address)
  }
  for (const key of Object.keys(objectAt(objectAt(root, 'components'), 'messages')))
    add(pointerOf('components', 'messages', key), key)
  for (const name of Object.keys(objectAt(root, 'operations'))) {
    const { node } = locate(document, pointerOf('operations', name))
    for (const pointer of messagesOf(document, node)) {
      const message = messages.get(pointer)
      if (message && typeof node.action === 'string' && !message.actions.includes(node.action))
        message.actions.push(node.action)
    }
  }
  return [...messages.values()]
}

/** Pointers of the messages of an operation, or of a channel, of the document; none for what is neither. */
export function messagesAt(document: ContractDocument, pointer: string): string[] {
  const [, kind, name] = /^\/(operations|channels)\/([^/]+)$/.exec(pointer) ?? []
  if (name === undefined || !isObject(valueAt(document.root, pointer))) return []
  const { node, pointer: at } = locate(document, pointer)
  return kind === 'operations' ? messagesOf(document, node) : messagesOfChannel(document, at)
}

/** The messages of an operation; all of its channel where it names none. */
function messagesOf(document: ContractDocument, operation: JsonObject): string[] {
  const named = Array.isArray(operation.messages) ? operation.messages : undefined
  const references = (list: Json[]) =>
    list.flatMap((one) => (isObject(one) && typeof one.$ref === 'string' ? [one.$ref] : []))
  if (named !== undefined) return references(named).map((reference) => locateReference(document, reference))
  const channel = operation.channel
  if (!isObject(channel) || typeof channel.$ref !== 'string') return []
  return messagesOfChannel(document, locateReference(document, channel.$ref))
}

function messagesOfChannel(document: ContractDocument, at: string): string[] {
  const { node } = locate(document, at)
  return Object.keys(objectAt(node, 'messages')).map(
    (key) => locate(document, at + pointerOf('messages', key)).pointer,
  )
}

const locateReference = (document: ContractDocument, reference: string): string =>
  locate(document, decodeURIComponent(reference.replace(/^#/, ''))).pointer

function describe(document: ContractDocument, { node, pointer }: Located, key: string): Message {
  const traits = (Array.isArray(node.traits) ? node.traits : []).map((_, index) =>
    locate(document, pointer + pointerOf('traits', index)),
  )
  const of = (member: string): Json | undefined =>
    node[member] ?? traits.map((trait) => trait.node[member]).find((value) => value !== undefined)
  const placeOf = (member: string): string | undefined => {
    const holder = [{ node, pointer }, ...traits].find((one) => one.node[member] !== undefined)
    return holder && holder.pointer + pointerOf(member)
  }
  const contentType = of('contentType') ?? document.root.defaultContentType
  const name = of('name')
  return {
    key,
    name: typeof name === 'string' ? name : key,
    addresses: [],
    actions: [],
    contentType: typeof contentType === 'string' ? contentType : 'application/json',
    pointer,
    node,
    payloadPointer: placeOf('payload'),
    headersPointer: placeOf('headers'),
    correlationPointer: placeOf('correlationId'),
  }
}
