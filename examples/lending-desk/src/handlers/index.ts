import type { Handlers } from 'specwright/server'
import type { operations } from '../../generated/openapi.ts'
import { createItem, deleteItem, getItem, listItems, replaceItem } from './items.ts'
import { createLoan, listLoans } from './loans.ts'

/** A handler for each operation of the document; an operation without one does not compile. */
export const handlers: Handlers<operations> = {
  createItem,
  createLoan,
  deleteItem,
  getItem,
  listItems,
  listLoans,
  replaceItem,
}
