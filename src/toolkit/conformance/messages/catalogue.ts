/**
 * The sentences of findings. Rules report data: a code of this catalogue and the values that its sentence names.
 * Reports call `messageOf`.
 */
import { type ResponseFact, responseMessages } from '../../responses/messages.ts'
import { schemaMessage } from '../../schema/messages.ts'
import type { Fact, FactOf, Keyword } from '../../schema/problem.ts'
import { eventMessages } from './events.ts'
import { listMessages } from './lists.ts'
import { oauthMessages } from './oauth.ts'
import { requestMessages } from './requests.ts'
import { resourceMessages } from './resources.ts'
import { workflowMessages } from './workflows.ts'

/** How an operation differs from the others. */
export interface Unusual {
  usual: string
  here: string
  /** How many operations of how many do what is usual. */
  count: number
  of: number
}

/** The code of a finding whose custom rule wrote the sentence itself. */
export const CUSTOM = 'custom'

const sentences: Readonly<Record<string, (fact: never) => string>> = {
  ...responseMessages,
  ...requestMessages,
  ...resourceMessages,
  ...listMessages,
  ...eventMessages,
  ...workflowMessages,
  ...oauthMessages,
  [CUSTOM]: ({ details }: { details: { message: string } }) => details.message,
}

/** A result of a rule: a code of the catalogue, with every value that its sentence names. */
export type RuleFact =
  | FactOf<typeof requestMessages>
  | FactOf<typeof resourceMessages>
  | FactOf<typeof listMessages>
  | FactOf<typeof eventMessages>
  | FactOf<typeof workflowMessages>
  | FactOf<typeof oauthMessages>
  | ResponseFact
  | (Omit<Fact, 'code'> & { code: Keyword })

/**
 * The sentence of a finding: what was received and what was expected.
 * @example messageOf({ code: 'still-listed', details: { id: 'a1' } }) // 'received a list with "a1", which was deleted'
 */
export function messageOf(finding: Fact & { unusual?: Unusual }): string {
  const { code, within, unusual } = finding
  const sentence = sentences[code] as ((fact: Fact) => string) | undefined
  const place = within === undefined ? '' : `${within}: `
  const rest = unusual === undefined ? '' : `; ${unusualText(unusual)}`
  return `${place}${(sentence ?? schemaMessage)(finding)}${rest}`
}

const unusualText = ({ usual, here, count, of }: Unusual): string =>
  `${count} of ${of} operations respond with "${usual}", this one with "${here}"`
