import { createHmac, randomBytes } from 'node:crypto'
import type { Task } from '../generated/openapi.ts'

/** The tasks, in memory. Replace it by a database. */
export const tasks = new Map<string, Task>()

/** Sorts by the time of creation: 11 digits of milliseconds, then 5 random ones. */
export const newTaskId = (): string =>
  `task_${Date.now().toString(16).padStart(11, '0')}${randomBytes(3).toString('hex').slice(1)}`

const secret = randomBytes(32)

/** The id of the last task of a page, signed, so that clients cannot create cursors. */
export const cursorAfter = (id: string): string =>
  `${id}.${createHmac('sha256', secret).update(id).digest('base64url').slice(0, 16)}`

/** The id in a cursor; undefined if the cursor was not created here. */
export function taskOfCursor(cursor: string): string | undefined {
  const [id = ''] = cursor.split('.', 1)
  return cursorAfter(id) === cursor ? id : undefined
}
