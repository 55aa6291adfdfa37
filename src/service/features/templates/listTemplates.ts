import type { Handler } from '../../server/handler.ts'
import { builtInTemplates } from './builtIn.ts'

/** GET /templates: lists the templates in the order of their names. Source: "Browse report templates". */
export const listTemplates: Handler<'listTemplates'> = async ({ query, caller, cursors }) => {
  const list = ['listTemplates', caller.organizationId, query.type]
  const [after = ''] = query.cursor === undefined ? [] : cursors.decode(list, query.cursor)
  const limit = query.limit ?? 20
  const following = builtInTemplates
    .filter(({ type }) => query.type === undefined || type === query.type)
    .filter(({ name }) => name > String(after))
  const templates = following.slice(0, limit)
  const last = templates.at(-1)
  const hasMore = following.length > limit
  const nextCursor = hasMore && last !== undefined ? cursors.encode(list, [last.name]) : null
  return { status: 200, body: { templates, hasMore, nextCursor } }
}
