/** What a run is told. */

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
  /** Where they stand, for the curl lines. */
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
  /** Bytes of one answer that are read; 10 MB when left out. */
  maxBody?: number
  concurrency?: number
  hints?: Hints
  /** Members that the document does not declare are findings too, where it leaves objects open. */
  closed?: boolean | undefined
  recipes?: Recipes
  /** Arazzo descriptions, each with the name of its file. */
  workflows?: readonly WorkflowFile[] | undefined
  /** Where their steps get messages from. */
  messages?: MessageSource | undefined
  /** Only operations for which it returns true are checked; undefined: checks of no single operation. */
  operations?: ((operationId: string | undefined) => boolean) | undefined
  /** Rules of single answers that count; all when left out. */
  ruleIds?: readonly string[] | undefined
  /** The checks send, and only single answers are told of. */
  responsesOnly?: boolean
  /** Only findings about what the document marks as specified. */
  specifiedOnly?: boolean
  /** Told at the start, such as what was guessed. */
  notes?: readonly string[]
  /** Only this check, as an event named it. */
  replay?: string | undefined
  excuses?: readonly Excuse[]
  subscribers: readonly Subscriber[]
  /** Interrupts the run: nothing more is sent but what cleans up. */
  signal?: AbortSignal
  /** Ends the run early once it answers true; what was found by then is repeated all the same. */
  enough?: () => boolean
  clock?: Clock
  transport?: Transport
}
