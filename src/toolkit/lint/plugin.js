/** Lets Redocly, which Node runs without knowing TypeScript, load the rules beside this file. */
import { tsImport } from 'tsx/esm/api'

const { default: plugin } = await tsImport('./ownRules.ts', import.meta.url)
export default plugin
