import { comparing } from './text.ts'

/** The output begins with the text. */
export const startsWith = comparing((output, wanted) => output.startsWith(wanted))
