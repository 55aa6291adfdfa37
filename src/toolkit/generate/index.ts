/** Generates code and bundles from documents. */
export {
  COMMAND,
  differences,
  type OutputPart,
  outputsOf,
  outputsOfBundle,
  outputsOfPage,
  outputsOfPages,
} from './outputs.ts'
export { createTypesMaker, type TypesMaker } from './types.ts'
