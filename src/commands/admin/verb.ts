/** What an operator can ask of the service; each verb is a file of its own. */
import type { Services } from '../../http/handler.ts'
import type { FlagTable, FlagValues } from '../command.ts'

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
  summary: string
  flags: T
  /**
   * What to ask for, from the flags; runs where the operator typed.
   * @throws UsageError
   */
  input(given: FlagValues<T>): Input
  /**
   * Does it; runs in the process that has the database.
   * @throws AdminRefusal
   */
  run(services: Services, input: Input): Promise<Result>
  /** The result in words. */
  tell(result: Result): string
}

/** The verb cannot be done as asked; one sentence for the operator. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'
}

/** Keeps the types of a verb together and hides them from the list of verbs. */
export const verb = <const T extends FlagTable, I extends Json, R extends Json>(
  given: AdminVerb<T, I, R>,
): AdminVerb => given as unknown as AdminVerb
