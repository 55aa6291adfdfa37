import { createHmac, randomBytes } from 'node:crypto'
import type { Task } from '../generated/openapi.ts'

/** The tasks, as long as the process lives. A database takes this place. */
export const tasks = new Map<string, Task>()

/** Sorts by the time of its making: 11 digits of milliseconds and 5 at random. */
export const newTaskId = (): string =>
  `task_${Date.now().toString(16).padStart(11, '0')}${randomBytes(3).toString('hex').slice(1)}`

const secret = randomBytes(32)

/** A cursor is the last task of a page, sealed, so that nobody builds on what is in it. */
export const cursorAfter = (id: string): string =>
  `${id}.${createHmac('sha256', secret).update(id).digest('base64url').slice(0, 16)}`

/** The task that a cursor stands for; undefined for a cursor that was not made here. */
export function taskOfCursor(cursor: string): string | undefined {
  const [id = ''] = cursor.split('.', 1)
  return cursorAfter(id) === cursor ? id : undefined
}
