import { rejectedField } from 'specwright/server'
import type { Handler } from '../handler.ts'
import { cursorAfter, taskOfCursor, tasks } from '../tasks.ts'

/**
 * GET /tasks: list tasks.
 */
export const listTasks: Handler<'listTasks'> = async ({ query: { done, limit = 20, cursor } }) => {
  const after = cursor === undefined ? '' : taskOfCursor(cursor)
  if (after === undefined)
    throw rejectedField('query.cursor', `received "${cursor}"; expected the nextCursor of a page`)
  // A page begins after the last task of the one before, whatever was added or deleted meanwhile.
  const rest = [...tasks.values()]
    .filter((task) => task.id > after && (done === undefined || task.done === done))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = last !== undefined && rest.length > limit ? cursorAfter(last.id) : null
  return { status: 200, body: { tasks: page, nextCursor } }
}
