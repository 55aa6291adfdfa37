/** The interface of rules: their checks, and the tools that checks work with. */

import type { Api, ApiOperation } from '../../model/api.ts'
import type { Resource, ResourceGraph } from '../../model/resources.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import type { HeaderFields } from '../../openapi/headers.ts'
import type { Origin } from '../../openapi/provenance.ts'
import type { Random } from '../../schema/values/random.ts'
import type { Hints } from '../config/hints.ts'
import type { Identity } from '../config/identity.ts'
import type { RuleFact } from '../messages/catalogue.ts'
import type { SkipFact } from '../messages/skips.ts'
import type { Assumption, Inference, Recorded } from './events.ts'
import type { Roles } from './identities.ts'
import type { Parts } from './requests.ts'
import type { Workflow } from './workflows/arazzo.ts'
import type { MessageStep } from './workflows/messageStep.ts'

/** Ends a check without a result; the reason names what would change that. */
export class NotObserved extends Error {
  override readonly name = 'NotObserved'
  readonly fact: SkipFact
  /** The response that prevented the check. */
  readonly exchange: Recorded | undefined

  constructor(fact: SkipFact, exchange?: Recorded) {
    super(fact.code)
    this.fact = fact
    this.exchange = exchange
  }
}

/** Another status than a check needs. */
export const returned = (what: string, { status }: Pick<Recorded, 'status'>): SkipFact => ({
  code: 'returned',
  what,
  status,
})

/** A request that a check needs was rejected. */
export const rejected = (what: string, { status, body }: Pick<Recorded, 'status' | 'body'>): SkipFact => ({
  code: 'rejected',
  what,
  status,
  body: body.toString(),
})

/** A write was not sent, because it would go to data that the run did not create. */
export class NeedsExistingData extends NotObserved {}

/** The facts that are known before the first request. */
export interface Plan {
  api: Api
  graph: ResourceGraph
  roles: Roles
  identities: readonly Identity[]
  /** Sent with every request to the target. */
  headers: Readonly<Record<string, string>>
  hints: Hints
  /** Arazzo workflows that were given. */
  workflows: readonly Workflow[]
  /** Undefined where the run has no receiver. */
  messages?: MessageSource | undefined
  /** The base URL of the document's paths. Undefined where nothing is sent. */
  target?: string | undefined
}

/** The source of the messages that steps of workflows wait for: the receiver of the runner. */
export interface MessageSource {
  /** @throws ConfigError where the document of events has no such operation or channel */
  check(step: MessageStep, at: string): void
  /**
   * Subscribes for the time of `work` to what the steps wait for, unless one of `calls` does.
   * @param calls the operations that the workflow calls
   */
  serve(
    context: CheckContext,
    steps: readonly MessageStep[],
    calls: readonly ApiOperation[],
    work: (inbox: Inbox) => Promise<void>,
  ): Promise<void>
}

export interface Inbox {
  /** Gives a request that subscribes the address of the receiver. */
  direct(operation: ApiOperation, parts: Parts): void
  /** Reads the secret from the response to it. */
  directed(operation: ApiOperation, exchange: Recorded, parts: Parts): Promise<void>
  /**
   * The first message that is accepted; else the last that could have been meant, once the time is over.
   * @param correlation the required correlation id; undefined accepts any
   */
  receive(
    step: MessageStep,
    correlation: Json | undefined,
    accepts: (message: ReceivedMessage) => boolean,
  ): Promise<ReceivedMessage | undefined>
}

export interface ReceivedMessage {
  headers: HeaderFields
  payload: Json
  /** The violations of its schema, and of its signature. */
  problems(): (RuleFact & Pick<Proof, 'pointer' | 'within'>)[]
}

export interface Rule {
  /** The name of its file. */
  id: string
  /** The promise in one sentence. */
  title: string
  /** The source of the requirement, such as `RFC 9110, 15.5.6` or `the OpenAPI document`. */
  basis: string
  /** The rule set. `core` contains the rules from the RFCs and the OpenAPI document. */
  ruleSet: 'core' | 'rate-limits' | 'idempotency' | 'pagination' | (string & {})
  checks(plan: Plan): Iterable<Check>
}

export interface Check {
  /** Unique within the rule and operation. */
  name: string
  /** The operation that it is about. */
  operation: ApiOperation | undefined
  /** For the matrix; the name when left out. */
  constraint?: string
  /** Its assumption, for its findings. */
  assumes?: Assumption | undefined
  /** Inferences that are tested before it runs; it is skipped where one is refuted, or weak and not confirmed. */
  probes?: readonly Probe[] | undefined
  /** The plain success of its operation. It comes before all other checks of all operations. */
  plain?: true
  /** Runs after the others, in parallel with its kind, because changes by the others would disturb it. */
  later?: true
  /** Must not share the target with other checks of the run. */
  exclusive?: true
  run(context: CheckContext): Promise<void>
}

/** The result of a probe. `unknown`: the requests neither confirm nor refute the inference. */
export type Verdict = { is: 'confirmed' } | { is: 'unknown' } | { is: 'refuted'; why: string }

export interface Probe {
  about: Inference
  /** @throws NotObserved where it cannot be tested */
  run(context: CheckContext): Promise<Verdict>
}

export interface SendOptions {
  /** The main identity when left out; null sends no credential. */
  identity?: Identity | null
  headers?: Record<string, string>
  method?: string
  /** Returns a 429 like any other response. Otherwise the runner waits and retries. */
  limits?: true
  /** The version that a body names is sent as it is; otherwise it is the one that the item has (`bodyVersion.ts`). */
  version?: 'as given'
  /** The request is one that a workflow of the configuration describes, so it may go to existing data. */
  stated?: true
  /** The target may close the connection without a response. Otherwise that is a finding. */
  mayBreakOff?: true
}

/** A resource that was created on the target, or found there. */
export interface Item {
  resource: Resource
  /** The path parameters that lead to it, its own included. */
  params: Record<string, string | number>
  /** Its representation as last seen. */
  body: JsonObject
  /** The exchange that returned it. */
  made: Recorded
  /** The request that created it. Undefined for an existing resource. */
  sent: Parts | undefined
}

/** A request to an address outside the target. */
export interface ElsewhereRequest {
  headers?: Record<string, string>
  body?: string
}

/** The evidence of a violation. */
export interface Proof {
  /** The exchange that shows it. */
  exchange: Recorded
  /** Further exchanges of the proof, in addition to those that `exchange` depends on. */
  with?: Recorded[]
  pointer?: string
  /** Pointer into the document. */
  place?: string
  provenance?: Origin
  /** The part of the response that is wrong. Default: the body. */
  within?: string
  /** The kind of mistake, where it is one mistake of the server in all operations. Its findings have one cause. */
  sort?: string
}

/** A violation: data that `messages/catalogue.ts` makes a sentence of or, in a custom rule, a sentence. */
export type Broken = Proof & (RuleFact | { message: string })

/** The tools of a check. */
export interface CheckContext extends Plan {
  random: Random
  /** Sends an operation's request. All rules for single responses check the response, too. */
  send(operation: ApiOperation, parts: Parts, options?: SendOptions): Promise<Recorded>
  /** Sends anything below the target's URL. */
  sendRaw(method: string, path: string, options?: SendOptions & { body?: string }): Promise<Recorded>
  /** Sends anything to any address, such as an authorization server's; it is not checked against the document. */
  elsewhere(method: string, url: string, request: ElsewhereRequest): Promise<Recorded>
  /**
   * A request that should succeed. The items that it needs are created first.
   * @param options `fresh`: on items that no other check uses. `example`: uses this example of the body, counted
   *   from 0. New names replace its own unless `unchanged`. `params`: path parameters that are chosen already.
   */
  parts(
    operation: ApiOperation,
    options?: { fresh?: boolean; example?: number; unchanged?: boolean; params?: Parts['params'] },
  ): Promise<Parts>
  /** Sends a request that should succeed, trying the examples of the document. Throws NotObserved when all are rejected. */
  succeed(
    operation: ApiOperation,
    options?: { fresh?: boolean; change?(parts: Parts): void; params?: Parts['params'] },
  ): Promise<{ exchange: Recorded; parts: Parts }>
  /**
   * An item: a new one, or one that other checks may use too.
   * @param options `readyFor`: moved into the state in which the action is known to succeed; `body` is as it was created
   */
  item(
    resource: Resource,
    options?: { fresh?: boolean; within?: Item; body?(sent: JsonObject): void; readyFor?: ApiOperation },
  ): Promise<Item>
  /** The item as its GET shows it now, or the list of a resource without one. */
  read(item: Item, options?: SendOptions): Promise<Recorded>
  /** Reads pages until the item is found or the list ends. */
  findInList(
    item: Pick<Item, 'resource' | 'params'>,
    options?: { query?: Parts['query']; identity?: Identity },
  ): Promise<{ found: JsonObject | undefined; last: Recorded; complete: boolean }>
  /** Items that `work` creates are for other checks as well. They are deleted at the end of the run. */
  keep<T>(work: () => Promise<T>): Promise<T>
  /** Whether the document accepts the body of the operation; false where it declares none. */
  isValidBody(operation: ApiOperation, body: Json): boolean
  /** Deletes items that finished checks left, for a resource with a limited number. False when none was left. */
  makeRoom(resource: Resource): Promise<boolean>
  /** Notes that the run created a resource by a job, which `accepted` began. */
  own(resource: Resource, params: Item['params'], accepted: Recorded): void
  /** Whether the run created this resource, or what it is below. */
  isOwn(resource: Resource, params: Item['params']): boolean
  /** Notes the path parameters that a recipe of the configuration names: its operation may write there. */
  state(operation: ApiOperation, params: Parts['params']): void
  /** Records a violation. The check may continue. */
  broken(broken: Broken): void
  /** Ends the check. @param reason a custom rule may write the sentence itself */
  notObserved(reason: SkipFact | string): never
  /**
   * Notes the behavior of an operation where the document promises none. An operation that differs from most others is
   * a finding, unless `right`.
   */
  habit(question: string, behavior: string, evidence: Broken, options?: { right?: boolean }): void
  wait(milliseconds: number): Promise<void>
  now(): number
}

/** Declares a custom rule, with its types. */
export const defineRule = (rule: Rule): Rule => rule
