import { items, nextNumber, requireItem } from '../desk.ts'
import type { Handler } from '../handler.ts'

/** GET /items */
export const listItems: Handler<'listItems'> = async ({ query: { page = 1, perPage = 10, kind } }) => {
  const found = [...items.values()].filter((item) => kind === undefined || item.kind === kind)
  const start = (page - 1) * perPage
  return { status: 200, body: { data: found.slice(start, start + perPage), total: found.length } }
}

/** POST /items */
export const createItem: Handler<'createItem'> = async ({ body }) => {
  const item = { id: nextNumber(), ...body, lent: false }
  items.set(item.id, item)
  return { status: 201, headers: { Location: `/desk/items/${item.id}` }, body: item }
}

/** GET /items/{itemId} */
export const getItem: Handler<'getItem'> = async ({ path }) => ({
  status: 200,
  body: requireItem(path.itemId),
})

/** PUT /items/{itemId} */
export const replaceItem: Handler<'replaceItem'> = async ({ path, body }) => {
  const { id, lent } = requireItem(path.itemId)
  const item = { id, ...body, lent }
  items.set(id, item)
  return { status: 200, body: item }
}

/** DELETE /items/{itemId} */
export const deleteItem: Handler<'deleteItem'> = async ({ path }) => {
  items.delete(requireItem(path.itemId).id)
  return { status: 204 }
}
