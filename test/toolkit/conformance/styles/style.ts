/** A style: its document, the behavior of its server, and mistakes that must be found all the same. */
import type { Hints, Identity } from '../../../../src/toolkit/conformance/conform.ts'
import type { Declared } from './documents.ts'
import type { Habits } from './server.ts'

export type Fault = [
  name: string,
  rule: string,
  /** Of the finding that the rule has to report. */
  code: string,
  subject: string | null,
  habits: Partial<Habits>,
]

export interface Style {
  name: string
  declared: Declared
  /** In addition to those of a plain collection of names. */
  habits: Partial<Habits>
  identity?: Identity
  /** Further callers: of another organization, or of a plan that may be used up. */
  others?: Identity[]
  hints?: Hints
  faults: Fault[]
}

const name = { type: 'string', minLength: 1, maxLength: 40 }

/** The plainest collection: an id and a name. */
export const named = {
  item: { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string' }, name } },
  request: { type: 'object', required: ['name'], additionalProperties: false, properties: { name } },
} satisfies Declared

/** Only seconds, as many databases store them. */
export const seconds = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
