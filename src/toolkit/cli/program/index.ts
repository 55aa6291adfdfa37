/** Command lines of this product's programs: one way to define commands, parse flags, write help and end. */
export {
  type Command,
  type CommandGroup,
  type CommandTable,
  type Example,
  type Flag,
  type FlagTable,
  type FlagValues,
  type Terminal,
  UsageError,
} from './command.ts'
export { parseFlags } from './commander.ts'
export { defineCommand, defineGroup } from './defineCommand.ts'
export { EXIT_CODES, INTERNAL_ERROR, UNREACHABLE } from './exitCodes.ts'
export { failureOf } from './failure.ts'
export { readGivenFile, requireWritable } from './givenFile.ts'
export { note, painter } from './output.ts'
export { startProgram } from './startProgram.ts'
export { duration, oneOf, required, wholeNumber } from './values.ts'
