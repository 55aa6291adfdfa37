/** The options of a run. */

import type { Excuse } from '../../openapi/coverage.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import type { Hints } from '../config/hints.ts'
import type { Identity } from '../config/identity.ts'
import type { Clock } from './clock.ts'
import type { Subscriber } from './events.ts'
import type { Recipes } from './recipes.ts'
import type { MessageSource, Rule } from './rule.ts'
import type { Transport } from './send.ts'
import type { WorkflowFile } from './workflows/arazzo.ts'

export interface RunOptions {
  document: ContractDocument
  target: string
  /** Certificate authorities in PEM. */
  ca?: string | undefined
  /** The file with them, for the curl lines. */
  caFile?: string | undefined
  identities: readonly Identity[]
  /** Sent with every request to the target. */
  headers?: Readonly<Record<string, string>> | undefined
  rules: readonly Rule[]
  profile?: 'core' | 'full'
  /** Writes may go to data that the run did not create; otherwise such checks are skipped. */
  allowExistingData?: boolean | undefined
  seed?: number
  /** In milliseconds. */
  timeBudget?: number
  /** Bytes of one response that are read. Default: 10 MB. */
  maxBody?: number
  concurrency?: number
  hints?: Hints
  /** Undeclared properties are findings too, where the document leaves objects open. */
  closed?: boolean | undefined
  recipes?: Recipes
  /** Arazzo descriptions, each with the name of its file. */
  workflows?: readonly WorkflowFile[] | undefined
  /** The source of the messages that their steps wait for. */
  messages?: MessageSource | undefined
  /** Only operations for which it returns true are checked; undefined: checks of no single operation. */
  operations?: ((operationId: string | undefined) => boolean) | undefined
  /** The rules for single responses that count. Default: all. */
  ruleIds?: readonly string[] | undefined
  /** The checks send requests, and only findings about single responses are reported. */
  responsesOnly?: boolean
  /** Learns invariants from the responses, and attacks them by updates of items that it creates. Default: no. */
  learn?: boolean | undefined
  /** Only findings about what the document marks as specified. */
  specifiedOnly?: boolean
  /** Notes to report at the start, such as guesses. */
  notes?: readonly string[]
  /** Only this check, as an event named it. */
  replay?: string | undefined
  excuses?: readonly Excuse[]
  subscribers: readonly Subscriber[]
  /** Interrupts the run: from then on it sends only requests that clean up. */
  signal?: AbortSignal
  /** Ends the run early once it returns true. Findings until then are replayed all the same. */
  enough?: () => boolean
  clock?: Clock
  transport?: Transport
}
