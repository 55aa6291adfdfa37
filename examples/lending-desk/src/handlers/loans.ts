import { HttpError } from 'specwright/server'
import { items, loans, nextNumber, requireItem } from '../desk.ts'
import type { Handler } from '../handler.ts'

/** GET /items/{itemId}/loans */
export const listLoans: Handler<'listLoans'> = async ({ path }) => {
  const { id } = requireItem(path.itemId)
  return { status: 200, body: { data: [...loans.values()].filter(({ itemId }) => itemId === id) } }
}

/** POST /items/{itemId}/loans */
export const createLoan: Handler<'createLoan'> = async ({ path, body }) => {
  const item = requireItem(path.itemId)
  if (item.lent) throw new HttpError(409, 'The item is lent.')
  const loan = { id: nextNumber(), itemId: item.id, ...body, returned: false }
  loans.set(loan.id, loan)
  items.set(item.id, { ...item, lent: true })
  return { status: 201, body: loan }
}
