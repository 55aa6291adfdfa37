/** What an operator can ask of the service; each verb is a file of its own. */
import type { EnvironmentName, Services } from '../../service/server/handler.ts'
import type { Maintenance } from '../../service/storage/sqlite.ts'
import type { FlagTable, FlagValues, Terminal } from '../command.ts'
import type { DataDirectory } from '../dataDirectory.ts'

/** What travels to the process that has the database: JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

export interface AdminVerb<
  T extends FlagTable = FlagTable,
  Input extends Json = Json,
  Result extends Json = Json,
> {
  /** The words after `prompt-service admin`, such as `key create`. */
  words: string
  /** What stands for the one word that must follow, such as `FILE`. */
  operand?: string
  summary: string
  /** Changes nothing and lists: harmless also in the wrong environment, so that none need be named. */
  reads?: true
  flags: T
  /**
   * What to ask for, from the flags; runs where the operator typed.
   * @throws UsageError
   */
  input(given: FlagValues<T>, operand: string): Input
  /**
   * Does it; runs in the process that has the database.
   * @param alone no server runs, so that nobody waits
   * @throws AdminRefusal
   */
  run(services: Services, input: Input, maintenance: Maintenance, alone: boolean): Promise<Result>
  /** Instead, for what no running server can do: it runs where the operator typed. */
  runHere?(place: Place, input: Input): Promise<Result>
  /** The result in words. */
  tell(result: Result): string
}

/** Where a local verb works. */
export interface Place {
  environment: EnvironmentName
  directory: DataDirectory
  env: Terminal['env']
}

/** The verb cannot be done as asked; one sentence for the operator. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'
}

/** Keeps the types of a verb together and hides them from the list of verbs. */
export const verb = <const T extends FlagTable, I extends Json, R extends Json>(
  given: AdminVerb<T, I, R>,
): AdminVerb => given as unknown as AdminVerb

/** The same for a verb that runs where the operator typed. */
export const localVerb = <const T extends FlagTable, I extends Json, R extends Json>(
  given: Omit<AdminVerb<T, I, R>, 'run'>,
): AdminVerb =>
  verb<T, I, R>({
    ...given,
    run() {
      throw new AdminRefusal('The running server cannot do this.')
    },
  })
