import type { Handlers } from 'specwright/server'
import type { Operations } from '../handler.ts'
import { createTask } from './createTask.ts'
import { deleteTask } from './deleteTask.ts'
import { getTask } from './getTask.ts'
import { listTasks } from './listTasks.ts'
import { updateTask } from './updateTask.ts'

/** A handler for each operation of the document; an operation without one does not compile. */
export const handlers: Handlers<Operations> = { createTask, deleteTask, getTask, listTasks, updateTask }
