/** The commands for an administrator of the service; each command is a file of its own. */

import type { FlagTable, FlagValues, Terminal } from 'specwright/cli'
import type { EnvironmentName, Services } from '../../server/handler.ts'
import type { Maintenance } from '../../storage/maintenance.ts'
import type { DatabaseChoice } from '../databaseChoice.ts'
import type { DataDirectory } from '../dataDirectory.ts'

/** The input and result between processes: JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

export interface AdminCommand<
  T extends FlagTable = FlagTable,
  Input extends Json = Json,
  Result extends Json = Json,
> {
  /** The words after `prompt-service admin`, such as `key create`. */
  words: string
  /** The placeholder of the one word that must follow, such as `FILE`. */
  operand?: string
  summary: string
  /** Changes nothing and lists: harmless also in the wrong environment, so that none need be named. */
  reads?: true
  /** Of a local command: it is for SQLite and moves the environment to PostgreSQL. */
  changesEngine?: true
  flags: T
  /**
   * The request, from the flags; runs where the administrator typed.
   * @throws UsageError
   */
  input(given: FlagValues<T>, operand: string): Input
  /**
   * Does it; runs in the process that has the database.
   * @param exclusive no server runs, so that no request waits
   * @throws AdminRejection
   */
  run(services: Services, input: Input, maintenance: Maintenance, exclusive: boolean): Promise<Result>
  /** Instead, for what no running server can do: it runs where the administrator typed. */
  runHere?(place: CommandContext, input: Input): Promise<Result>
  /** The result in words. */
  format(result: Result): string
}

/** Where a local command runs. */
interface CommandContext {
  environment: EnvironmentName
  directory: DataDirectory
  env: Terminal['env']
  /** The PostgreSQL that was named. */
  database: DatabaseChoice | undefined
}

/** The command cannot be done; one sentence for the administrator. */
export class AdminRejection extends Error {
  override readonly name = 'AdminRejection'
}

/** Groups the types of a command and hides them from the list of commands. */
export const adminCommand = <const T extends FlagTable, I extends Json, R extends Json>(
  given: AdminCommand<T, I, R>,
): AdminCommand => given as unknown as AdminCommand

/** The same for a command that runs where the administrator typed. */
export const localAdminCommand = <const T extends FlagTable, I extends Json, R extends Json>(
  given: Omit<AdminCommand<T, I, R>, 'run'>,
): AdminCommand =>
  adminCommand<T, I, R>({
    ...given,
    run() {
      throw new AdminRejection('The running server cannot do this.')
    },
  })
