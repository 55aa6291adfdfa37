/** Strings for people: what comes from outside made safe to print, and suggestions for misspelled names. */
export { foreignJson, foreignLines, foreignText } from './foreignText.ts'
export { closest } from './nearest.ts'
