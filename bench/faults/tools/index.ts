/** The tools that are compared, in the order of the table. */
import { conform } from './conform.ts'
import { dredd } from './dredd.ts'
import { prism } from './prism.ts'
import { respect } from './respect.ts'
import { schemathesis } from './schemathesis.ts'
import { stepci } from './stepci.ts'
import type { Tool } from './tool.ts'

/** `conform` is first: what watches gets its traffic. */
export const tools: readonly Tool[] = [conform, prism, dredd, respect, stepci, schemathesis]
