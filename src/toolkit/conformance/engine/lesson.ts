/** Types of what error responses show about the requests of an operation. */
import type { Demand } from '../../model/description.ts'
import type { JsonObject } from '../../openapi/document.ts'

/** One property or parameter, and what the server wants of it. */
export interface Lesson {
  place: 'body' | 'query'
  path: readonly string[]
  demand: Demand | Another | Within
  /** The kind of resource that the value should identify. */
  missing?: string
  /** Whether dates are tried. */
  isMoment?: boolean
  /** Whether it is the end of a range, which follows its beginning. */
  isLater?: boolean
  /** The other moment that the message names. */
  base?: string | undefined
  /** The message, where it names items whose values are tried first. */
  hint?: string
  /** The choice of the bodies that it is about, such as the next status; all bodies if undefined. */
  when?: JsonObject
}

/** The range that the property begins or ends has to be within the range of an item that the message names. */
interface Within {
  kind: 'within'
}

/** The server gives no reason that is understood: one value after another is tried. */
export interface Another {
  kind: 'another'
  /** Which of the alternatives. */
  nth: number
}
