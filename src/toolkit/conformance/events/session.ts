/** The state that the rules of events share in a run: the receiver, the subscriptions, and the deliveries of the changes. */

import { isEventIdHeader, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import { readHeader } from '../../openapi/headers.ts'
import { valueAt } from '../../openapi/pointer.ts'
import type { CheckContext, Item, Plan } from '../engine/rule.ts'
import type { Delivery, Mailbox, Receiver } from '../receiver/receiver.ts'
import { type Change, causesOf, containsValue, type EventCause, makeChange } from './causes.ts'
import type { EventContract } from './eventContract.ts'
import type { EventMessage } from './eventTypes.ts'
import { type Guess, schemeFor } from './guessScheme.ts'
import { type Representation, representations } from './representations.ts'
import type { WebhookSettings } from './settings.ts'
import {
  findSubscribe,
  nameOf,
  type SubscribeOperation,
  type Subscription,
  subscribe,
  unsubscribe,
} from './subscription.ts'

interface EventRunOptions {
  contract: EventContract
  settings: WebhookSettings
  receiver: Receiver
  /** Properties that the document leaves undeclared are findings, too. */
  closed?: boolean | undefined
  /** The target divides the delays between attempts by this. */
  retryTimeScale: number
}

/** A change with what arrived of it. */
export interface Observation {
  change: Change
  delivery: Delivery | undefined
  subscription: Subscription
  /** The resource as the API showed it at that moment. */
  shown: Representation[]
}

export interface EventSession extends EventRunOptions {
  signature: Guess
  /** How to subscribe; undefined when it was not found. */
  how(plan: Plan): SubscribeOperation | undefined
  causes(plan: Plan): EventCause[]
  /** The causes that a check may use for any event: of changes whose events are certain, cheap ones first. */
  cheapest(plan: Plan): EventCause | undefined
  /** Subscribes with a mailbox of its own until `work` is over. */
  withSubscription<T>(
    context: CheckContext,
    messages: readonly EventMessage[],
    work: (subscription: Subscription) => Promise<T>,
  ): Promise<T>
  /** A value made once for all rules. A second request with the same asker repeats its check and gets a new value. */
  once<T>(context: CheckContext, key: string, asker: string, make: () => Promise<T>): Promise<T>
  /** The subscription to every type, as long as the run. */
  everything(context: CheckContext): Promise<Subscription>
  /** The parent of all subscriptions of the run, where their path names one. */
  home(context: CheckContext): Promise<Item | undefined>
  /** Makes the change of a cause, below the parent of the subscriptions. */
  change(context: CheckContext, cause: EventCause): Promise<Change>
  /** Makes the change of a cause once for all rules, and waits for its event. */
  observe(context: CheckContext, cause: EventCause, asker: string): Promise<Observation>
  /** Every subscription of the run. */
  subscriptions: Subscription[]
  observations: Observation[]
  /** The event that a change raises, as it arrives at a mailbox; undefined when it does not come in time. */
  eventOf(mailbox: Mailbox, change: Change): Promise<Delivery | undefined>
  /** Whether a delivery reports a change. */
  reportsOf(delivery: Delivery, change: Change): boolean
  /** The identifier that stays the same through all attempts; undefined when the event has none. */
  idOf(delivery: Delivery): string | undefined
  /** The time that the event states for its change, in Unix milliseconds. */
  timeOf(delivery: Delivery): { pointer: string; at: number; received: Json | undefined } | undefined
}

/** How long an event that names the resource itself may come after one that names its parent. */
const NEARER = 700

export const createEventSession = (options: EventRunOptions): EventSession => new ReceivedEvents(options)

class ReceivedEvents implements EventSession {
  readonly contract: EventContract
  readonly settings: WebhookSettings
  readonly receiver: Receiver
  readonly closed: boolean | undefined
  readonly retryTimeScale: number
  readonly signature: Guess
  readonly subscriptions: Subscription[] = []
  readonly observations: Observation[] = []
  readonly #made = new Map<string, { asked: Set<string>; result: Promise<unknown> }>()
  readonly #plans = new WeakMap<object, { how: SubscribeOperation | undefined; causes: EventCause[] }>()
  #everything: Promise<Subscription> | undefined
  #home: Promise<Item> | undefined

  constructor({ contract, settings, receiver, closed, retryTimeScale }: EventRunOptions) {
    this.contract = contract
    this.settings = settings
    this.receiver = receiver
    this.closed = closed
    this.retryTimeScale = retryTimeScale
    this.signature = schemeFor(contract, settings)
  }

  how(plan: Plan): SubscribeOperation | undefined {
    return this.#known(plan).how
  }

  causes(plan: Plan): EventCause[] {
    return this.#known(plan).causes
  }

  cheapest(plan: Plan): EventCause | undefined {
    const { causes } = this.#known(plan)
    const certain = causes.filter((cause) => cause.certain)
    return certain.find(({ operation }) => operation.method === 'POST') ?? certain[0] ?? causes[0]
  }

  async withSubscription<T>(
    context: CheckContext,
    messages: readonly EventMessage[],
    work: (subscription: Subscription) => Promise<T>,
  ): Promise<T> {
    const { how } = this.#known(context)
    const subscription = await this.#open(context, messages)
    try {
      return await work(subscription)
    } finally {
      if (how !== undefined) await unsubscribe(context, how, subscription)
    }
  }

  once<T>(context: CheckContext, key: string, asker: string, make: () => Promise<T>): Promise<T> {
    const before = this.#made.get(key)
    if (before !== undefined && !before.asked.has(asker)) {
      before.asked.add(asker)
      return before.result as Promise<T>
    }
    const result = context.keep(make)
    this.#made.set(key, { asked: new Set([asker]), result })
    return result
  }

  everything(context: CheckContext): Promise<Subscription> {
    if (this.#everything !== undefined) return this.#everything
    const made = this.#byHand()
    if (made !== undefined) this.subscriptions.push(made)
    const opened = made
      ? Promise.resolve(made)
      : context.keep(() => this.#open(context, this.contract.messages))
    this.#everything = opened
    opened.catch(() => {
      this.#everything = undefined
    })
    return opened
  }

  async home(context: CheckContext): Promise<Item | undefined> {
    const { how } = this.#known(context)
    const around =
      how === undefined || this.settings.given !== undefined
        ? undefined
        : context.graph.alongPath(how.operation.path).at(-1)
    if (around === undefined) return undefined
    this.#home ??= context.keep(() => context.item(around, { fresh: true }))
    const home = this.#home
    home.catch(() => {
      this.#home = undefined
    })
    return home
  }

  async change(context: CheckContext, cause: EventCause): Promise<Change> {
    return makeChange(context, cause, await this.home(context))
  }

  observe(context: CheckContext, cause: EventCause, asker: string): Promise<Observation> {
    const key = `${cause.message.type} ${cause.operation.operationId}`
    return this.once(context, key, asker, async () => {
      const subscription = await this.everything(context)
      const change = await this.change(context, cause)
      const delivery = await this.eventOf(subscription.mailbox, change)
      const shown = delivery === undefined ? [] : await representations(context, change)
      const observation = { change, delivery, subscription, shown }
      this.observations.push(observation)
      return observation
    })
  }

  readonly eventOf = async (mailbox: Mailbox, change: Change): Promise<Delivery | undefined> => {
    const ofType = (one: Delivery) =>
      this.contract.messageOf(one) === change.cause.message && one.receivedAt >= change.startedAt
    // An event may name the parent of the resource that was changed, and not the resource; the nearer one counts.
    const near = (one: Delivery) =>
      ofType(one) && (change.ids.length === 0 || change.ids.some((id) => containsValue(one.json, id)))
    const first = await mailbox.find(near, this.settings.arrival)
    if (first === undefined || this.reportsOf(first, change)) return first
    return (await mailbox.find((one) => ofType(one) && this.reportsOf(one, change), NEARER)) ?? first
  }

  readonly reportsOf = (delivery: Delivery, change: Change): boolean => {
    const last = change.ids.at(-1)
    return (
      delivery.receivedAt >= change.startedAt && (last === undefined || containsValue(delivery.json, last))
    )
  }

  readonly idOf = (delivery: Delivery): string | undefined =>
    textOf(delivery, this.settings.id) ?? guessedId(delivery, this.signature)

  readonly timeOf = (delivery: Delivery): ReturnType<EventSession['timeOf']> =>
    timeIn(delivery, this.settings, this.contract)

  #known(plan: Plan): { how: SubscribeOperation | undefined; causes: EventCause[] } {
    const { contract, settings } = this
    const known = this.#plans.get(plan.api)
    if (known !== undefined) return known
    const found = {
      how: findSubscribe(plan, settings, contract.subscribe),
      causes: contract.messages.flatMap((message) => causesOf(plan, message, settings)),
    }
    this.#plans.set(plan.api, found)
    return found
  }

  /** The subscription that the configuration names. */
  #byHand(): Subscription | undefined {
    const { given } = this.settings
    if (given === undefined) return undefined
    return {
      mailbox: this.receiver.mailbox(),
      secrets: given.secret === undefined ? [] : [given.secret],
      types: given.types ?? this.contract.messages.map(({ type }) => type),
      items: [],
      made: undefined,
    }
  }

  async #open(context: CheckContext, messages: readonly EventMessage[]): Promise<Subscription> {
    const { how } = this.#known(context)
    if (how === undefined)
      return context.notObserved({
        code: 'unset',
        what: 'the operation that subscribes to events',
        key: 'webhooks.subscribe, or give a subscription as webhooks.given',
      })
    const names = [...new Set(messages.map((message) => nameOf(how, message)))]
    const below = await this.home(context)
    const subscription = await subscribe(context, how, this.receiver.mailbox(), names, below?.params)
    if (subscription.secrets.length === 0 && this.settings.secret !== undefined)
      subscription.secrets.push(this.settings.secret)
    this.subscriptions.push(subscription)
    return subscription
  }
}

/** `/data/id` or `header:Name`. */
function textOf({ json, headers }: Delivery, where: string | undefined): string | undefined {
  if (where === undefined) return undefined
  const value = standingAt({ json, headers }, where)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const standingAt = (
  { json, headers }: Pick<Delivery, 'json' | 'headers'>,
  where: string,
): Json | undefined =>
  where.startsWith('header:')
    ? readHeader(headers, where.slice('header:'.length))
    : valueAt(json as Json, where)

/** CloudEvents, HTTP binding, 3.1.3: the envelope is in the headers, and the body is only the data. */
const CE = { id: 'header:ce-id', time: 'header:ce-time' }

const ID_MEMBERS = ['id', 'eventId', 'event_id', 'messageId', 'message_id', 'uuid', 'deliveryId']

function guessedId(delivery: Delivery, { scheme }: Guess): string | undefined {
  const signed = scheme?.idHeader === undefined ? undefined : readHeader(delivery.headers, scheme.idHeader)
  if (signed !== undefined) return signed
  const enveloped = textOf(delivery, CE.id)
  if (enveloped !== undefined) return enveloped
  const { json, headers } = delivery
  if (isObject(json as Json)) {
    for (const name of ID_MEMBERS) {
      const value = (json as JsonObject)[name]
      // In an event with its resource at the top, the id would be the resource's.
      if (typeof value === 'string' && value !== '') return value
    }
  }
  const header = Object.keys(headers).find(isEventIdHeader)
  return header === undefined ? undefined : readHeader(headers, header)
}

function timeIn(
  delivery: Delivery,
  settings: WebhookSettings,
  contract: EventContract,
): ReturnType<EventSession['timeOf']> {
  const body = isObject(delivery.json as Json) ? (delivery.json as JsonObject) : {}
  const pointer =
    settings.time ??
    (standingAt(delivery, CE.time) !== undefined ? CE.time : undefined) ??
    Object.keys(body)
      .filter((name) => soundsLike('createdAt', name) || soundsLike('eventTime', name))
      .map((name) => `/${name}`)[0]
  if (pointer === undefined) return undefined
  const value = standingAt(delivery, pointer)
  const numbered = () =>
    (contract.unitOf(delivery, pointer) ?? (Number(value) < 1e11 ? 1000 : 1)) * Number(value)
  const at =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? numbered() : Number.NaN
  return { pointer, at, received: value }
}

/** The attempts of one event at a mailbox, in the order in which they came. */
export function attemptsOf(session: EventSession, mailbox: Mailbox, delivery: Delivery): Delivery[] {
  const id = session.idOf(delivery)
  return mailbox.deliveries.filter((one) =>
    id === undefined ? one.body.equals(delivery.body) : session.idOf(one) === id,
  )
}
