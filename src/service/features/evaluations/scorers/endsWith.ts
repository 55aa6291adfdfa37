import { comparing } from './text.ts'

/** The output ends with the text. */
export const endsWith = comparing((output, wanted) => output.endsWith(wanted))
