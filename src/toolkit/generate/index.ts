/** Generates code and bundles from documents. */
export {
  COMMAND,
  choicesAt,
  differences,
  type OutputChoices,
  type OutputPart,
  outputsOf,
  outputsOfBundle,
  outputsOfPage,
  outputsOfPages,
} from './outputs.ts'
export { bundledCompiler, createTypesMaker, type PlainOptions, type TypesMaker } from './types.ts'
