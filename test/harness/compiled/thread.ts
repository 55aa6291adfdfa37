/** The threads of the toolkit from its compiled files, in place of `src/toolkit/openapi/thread.ts` (vitest.config.ts). */
import type * as Source from '../../../src/toolkit/openapi/thread.ts'
import { compiled } from './compiled.ts'

const source = new URL('../../../src/toolkit/openapi/thread.ts', import.meta.url)
const thread: typeof Source = await import(compiled(source.href))

export const { Superseded, serveTasks } = thread

export const startThread = (module: string): Source.Thread => thread.startThread(compiled(module))
