/** Entry point of the rules for Redocly, which runs in Node without TypeScript support. */
import { tsImport } from 'tsx/esm/api'

const { default: plugin } = await tsImport('./ownRules.ts', import.meta.url)
export default plugin
