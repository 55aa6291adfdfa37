import type { Handler } from '../../server/handler.ts'
import { apiKeyOf, listKeys } from './model/apiKey.ts'

/** GET /organization/api-keys: lists the keys of the organization, without the keys themselves. */
export const listApiKeys: Handler<'listApiKeys'> = async ({ query, caller, clock, cursors, database }) => {
  const { rows, hasMore, nextCursor } = await listKeys(database, cursors, caller.organizationId, query)
  const now = clock.now()
  return { status: 200, body: { apiKeys: rows.map((row) => apiKeyOf(row, now)), hasMore, nextCursor } }
}
