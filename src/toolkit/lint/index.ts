/** Checks documents against rules, and reports what cannot be read. */
export { exampleFaults, readingFaults } from './faults.ts'
export { configOf, inspectPages } from './inspectPages.ts'
export { writeProblems } from './writeProblems.ts'
