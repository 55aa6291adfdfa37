import type { Handler } from '../handler.ts'
import { newTaskId, tasks } from '../tasks.ts'

/**
 * POST /tasks: create a task.
 */
export const createTask: Handler<'createTask'> = async ({ body }) => {
  const task = { id: newTaskId(), title: body.title, done: false, createdAt: new Date().toISOString() }
  tasks.set(task.id, task)
  return { status: 201, headers: { Location: `/tasks/${task.id}` }, body: task }
}
