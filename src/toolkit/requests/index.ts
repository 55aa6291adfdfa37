/** Bodies as they arrive: bounded, and JSON with the places of its defects. */
export { readJson } from '../conformance/json.ts'
export { wholeOf } from '../conformance/run/readAnswer.ts'
export { readBody } from './wire.ts'
