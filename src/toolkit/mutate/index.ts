/** Plants faults between the tests of a user and their server, and reports which ones the tests detect. */
export { reportFacts, scoreText } from './report/facts.ts'
export { reportWriters } from './report/files.ts'
export { terminalLines } from './report/terminal.ts'
export { type MutateOptions, mutate, TestsError } from './run.ts'
