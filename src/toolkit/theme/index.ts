/** Colors and type of the pages of specwright, for pages of services. */
export { COLORS, TOKENS } from './tokens.ts'
