import { HttpError } from 'specwright/server'
import type { Handler } from '../handler.ts'
import { tasks } from '../tasks.ts'

/**
 * PATCH /tasks/{taskId}: change a task.
 */
export const updateTask: Handler<'updateTask'> = async ({ path, body }) => {
  const before = tasks.get(path.taskId)
  if (before === undefined) throw new HttpError(404, 'There is no such task.')
  const task = { ...before, ...body }
  tasks.set(task.id, task)
  return { status: 200, body: task }
}
