/** Lets Redocly, which Node runs without knowing TypeScript, load this repository's own rules. */
import { tsImport } from 'tsx/esm/api'

const { default: plugin } = await tsImport('./ownConventions.ts', import.meta.url)
export default plugin
