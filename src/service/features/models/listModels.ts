import type { Model } from '../../../../generated/openapi.v1.ts'
import type { Handler } from '../../server/handler.ts'

/** GET /models: lists the models that this environment knows, in alphabetical order. */
export const listModels: Handler<'listModels'> = async ({ query, caller, cursors, models }) => {
  const list = ['listModels', caller.organizationId, query.provider]
  const [after = ''] = query.cursor === undefined ? [] : cursors.decode(list, query.cursor)
  const limit = query.limit ?? 20
  const following = models
    .names()
    .sort()
    .filter((name) => name > String(after))
    .map((name): Model => {
      const provider = models.find(name)?.name ?? ''
      return { id: name, object: 'model', provider, default: name === models.defaultModel }
    })
    .filter((model) => query.provider === undefined || model.provider === query.provider)
  const page = following.slice(0, limit)
  const last = page.at(-1)
  const hasMore = following.length > limit
  const nextCursor = hasMore && last !== undefined ? cursors.encode(list, [last.id]) : null
  return { status: 200, body: { models: page, hasMore, nextCursor } }
}
