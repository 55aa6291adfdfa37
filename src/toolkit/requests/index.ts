/** Bodies as they arrive: bounded, and JSON with the places of its defects. */

export { wholeOf } from '../network/readResponse.ts'
export { readJson } from '../openapi/json.ts'
export { readBody } from './wire.ts'
