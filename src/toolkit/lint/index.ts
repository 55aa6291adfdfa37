/** Checks documents against rules, and reports what cannot be read. */

export { type CachedFiles, CachedResolver } from './cachedResolver.ts'
export { configFiles, usesForeignCode } from './configFiles.ts'
export { faultsOf, readingFaults } from './faults.ts'
export { configOf, inspectPages } from './inspectPages.ts'
export {
  createLinter,
  type LintFinding,
  type LintTask,
  ownFindings,
  type TouchedFindings,
} from './linter.ts'
export { type Inspected, inspectFiles } from './reading.ts'
export { writeProblems } from './writeProblems.ts'
