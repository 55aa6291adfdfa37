import { comparing } from './text.ts'

/** The output is the text. */
export const equals = comparing((output, wanted) => output === wanted)
