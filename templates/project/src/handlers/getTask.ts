import { HttpError } from 'specwright/server'
import type { Handler } from '../handler.ts'
import { tasks } from '../tasks.ts'

/**
 * GET /tasks/{taskId}: read a task.
 */
export const getTask: Handler<'getTask'> = async ({ path }) => {
  const task = tasks.get(path.taskId)
  if (task === undefined) throw new HttpError(404, 'There is no such task.')
  return { status: 200, body: task }
}
