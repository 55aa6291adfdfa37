/** Databases that share schemas of one server, for the tests of what they have of each other. */
import { onTestFinished } from 'vitest'
import type { Database, Others } from '../../../src/service/storage/database.ts'
import { openPostgres, type PostgresOptions } from '../../../src/service/storage/postgres.ts'

type Shared = Database & { others: Others }

let schemas = 0

export const newSchema = () => `shared_${process.pid}_${++schemas}`

export function openingOn(server: { url: string }) {
  async function open(schema: string, given: Partial<PostgresOptions> = {}): Promise<Shared> {
    const options = { url: server.url, schema, connections: 2, patience: 0, report: () => {}, ...given }
    const database = await openPostgres({ shared: true, ...options })
    onTestFinished(() => database.close())
    return database as unknown as Shared
  }
  const two = async (given?: Partial<PostgresOptions>) => {
    const schema = newSchema()
    return { schema, one: await open(schema, given), other: await open(schema, given) }
  }
  return { open, two }
}
