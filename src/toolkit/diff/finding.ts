/** The findings of a comparison and their severity for each consumer. */
import type { Location, Position } from './location.ts'
import type { Witness } from './witness/message.ts'

/** Worst first. */
export const LEVELS = ['breaking', 'risky', 'compatible', 'docs'] as const
export type Level = (typeof LEVELS)[number]

/** `request` is what consumers send, `response` what they receive; a webhook's body is a response in this sense. */
export type Direction = 'request' | 'response'

/** The encoding of a value; `xml` properties of schemas only apply to XML. */
export type Encoding = 'xml' | 'other'

/** Whether fewer or more values are allowed than before; `other` where neither can be proven. */
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

/** The user of a changed part: an operation, a webhook, a callback, a message, or the document as a whole. */
export interface Use {
  /** `POST /prompts`, `webhook promptCreated`, `message prompt.created`. */
  label: string
  /** Decides the words for the rejection of an invalid message. */
  kind: 'operation' | 'outgoing' | 'message' | 'document'
  /** The operation of a client's request, on both sides; a side is undefined where there is no such operation. */
  operation?: { method: string; old: string | undefined; new: string | undefined }
}

/** The words that a sentence uses for the changed part. */
export interface Where {
  use: Use
  /** `` `name` ``, or "the body" where the whole is meant. */
  subject: string
  /** "to POST /prompts", "in the 200 response of GET /prompts". */
  context: string
  /** The rejection in words: "will get 400" for a request, the matching words for other messages. */
  rejected: string
  /** The message in words: "a request", "a message". */
  sent: string
  /** "Clients", "Consumers", "Producers", "Receivers". */
  who: string
}

export interface Observation {
  /** The rule's name, such as `request-property-removed`. */
  rule: string
  level: Level
  effect: Effect
  direction: Direction | 'none'
  old: Location
  new: Location
  /**
   * The locations to show in a report where they differ from the compared ones, such as the target of a plain
   * reference.
   */
  shown?: { old: Location; new: Location }
  /** Distinguishes two observations of one rule at one location, such as the value of an enum. */
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
