/** What a comparison finds, and how much it matters to whom. */
import type { Location, Position } from './location.ts'
import type { Witness } from './witness/message.ts'

/** Worst first. */
export const LEVELS = ['breaking', 'risky', 'compatible', 'docs'] as const
export type Level = (typeof LEVELS)[number]

/** `request` is what consumers send, `response` what they receive; a webhook's body is a response in this sense. */
export type Direction = 'request' | 'response'

/** What a schema's value is written in; `xml` members of schemas count in XML alone. */
export type Encoding = 'xml' | 'other'

/** Whether fewer or more values are allowed than before; `other` where that cannot be told. */
export type Effect = 'narrower' | 'wider' | 'other'

/** A way from the use to the location of a finding. */
export type Segment =
  | { kind: 'member'; name: string }
  | { kind: 'items' }
  | { kind: 'values' }
  | { kind: 'parameter'; name: string; in: string }
  | { kind: 'header'; name: string }
  | { kind: 'body' }
  | { kind: 'response'; status: string }
  | { kind: 'link'; name: string }

/** Who meets the change: an operation, a webhook, a callback or a message, or a document as a whole. */
export interface Use {
  /** `POST /prompts`, `webhook promptCreated`, `message prompt.created`. */
  label: string
  /** What refuses a request that is no longer valid. */
  kind: 'operation' | 'outgoing' | 'message' | 'document'
  /** The operation of a client's request, on both sides; a side is undefined where there is no such operation. */
  operation?: { method: string; old: string | undefined; new: string | undefined }
}

/** What a sentence speaks of, in words. */
export interface Where {
  use: Use
  /** `` `name` ``, or "the body" where the whole is meant. */
  subject: string
  /** "to POST /prompts", "in the 200 answer of GET /prompts". */
  context: string
  /** "will get 400" or what refusal is called there. */
  rejected: string
  /** What is sent: "a request", "a message". */
  sent: string
  /** "Clients", "Consumers", "Producers", "Receivers". */
  who: string
}

export interface Observation {
  /** The rule's name, such as `request-member-removed`. */
  rule: string
  level: Level
  effect: Effect
  direction: Direction | 'none'
  old: Location
  new: Location
  /** Where a reader is led, where that is another place: behind a reference that says nothing itself. */
  shown?: { old: Location; new: Location }
  /** What tells two observations of one rule at one location apart, such as an enum's value. */
  detail?: string
  sentence: (where: Where) => string
}

export interface Finding {
  rule: string
  level: Level
  direction: Direction | 'none'
  /** The first use and the path from there, such as `POST /prompts > body > name`; stable over runs. */
  subject: string
  sentence: string
  /** The sentence without its location: the same for all that one decision changed. */
  cause: string
  old: Position
  new: Position
  /** Every operation, webhook or message that the change reaches. */
  uses: string[]
  /** The documents of those uses. */
  documents: string[]
  /** A message that one version allows and the other does not, as the validators of both confirm. */
  witness?: Witness
  /** Why a change that looks breaking is risky: no witness was found. */
  undecided?: string
  waived?: { reason: string; expires: string; bump?: 'minor' | 'patch' | 'none' }
}

/** The level of a change in what is allowed, as the consumer meets it. */
export function levelOf(effect: Effect, direction: Direction): Level {
  if (effect === 'other') return 'risky'
  const breaks = direction === 'request' ? 'narrower' : 'wider'
  return effect === breaks ? 'breaking' : 'compatible'
}
