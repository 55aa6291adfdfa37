import { comparing } from './text.ts'

/** The text stands somewhere in the output. */
export const contains = comparing((output, wanted) => output.includes(wanted))
