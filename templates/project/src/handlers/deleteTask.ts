import { HttpError } from 'specwright/server'
import type { Handler } from '../handler.ts'
import { tasks } from '../tasks.ts'

/**
 * DELETE /tasks/{taskId}: delete a task.
 */
export const deleteTask: Handler<'deleteTask'> = async ({ path }) => {
  if (!tasks.delete(path.taskId)) throw new HttpError(404, 'There is no such task.')
  return { status: 204 }
}
