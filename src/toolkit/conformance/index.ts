/** The conformance kit: it checks exchanges against documents, and reports violations of the contract. */
import type { Conformance, Expectation } from './expectConformance.ts'

export { examplesOf } from '../model/api.ts'
export { DocumentError } from '../openapi/document.ts'
export { documentOf } from '../openapi/documentOf.ts'
export type { HeaderFields } from '../openapi/headers.ts'
export { loadDocument, readDocument } from '../openapi/load.ts'
export { markedBy } from '../openapi/provenance.ts'
export { createResponseChecker, type ResponseChecker } from '../responses/checkResponse.ts'
export { type Exchange, type Finding, formatFinding, type Profile } from '../responses/finding.ts'
export { createWebhookChecker, type WebhookChecker } from './checkWebhook.ts'
export { defineRecipes, type Recipe, type Recipes } from './engine/recipes.ts'
export { defineRule, type Rule } from './engine/rule.ts'
export type { ReceiverState, WebhookDelivery } from './webhook.ts'
export type { Conformance, Expectation }

/**
 * Checks a target against its document as one expectation of a test; see `expectConformance.ts`.
 * @example
 * it('keeps to its document', () => expectConformance({ config: 'conform.yaml', target, env: { KEY: 'test-key' } }))
 */
export const expectConformance = async (expectation: Expectation): Promise<Conformance> =>
  (await loadRunner()).expectConformance(expectation)

/**
 * The runner, its rules and its reports. Loaded on demand, because only it needs the generator of test values.
 * @example
 * const { runConformance, runnerRules } = await loadRunner()
 * const summary = await runConformance({ document, target, identities: [], rules: runnerRules, subscribers: [] })
 */
export const loadRunner = () => import('./conform.ts')
