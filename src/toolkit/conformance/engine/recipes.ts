/** Requests that cannot be derived from examples or schemas: which model to run, how to reach a state. */
import type { Parts } from './requests.ts'
import type { CheckContext } from './rule.ts'

/** The parts of a request that succeeds, another one at each call; what is left out is found by the kit. */
export type Recipe = (context: CheckContext) => Promise<Partial<Parts>>
/** By operationId. */
export type Recipes = Readonly<Record<string, Recipe>>

/**
 * Declares recipes with their types; `conform` loads the default export of the file that `recipes` names.
 * @example
 * export default defineRecipes({
 *   cancelJob: async (context) => ({ params: { jobId: (await context.item(jobs, { fresh: true })).params.jobId } }),
 * })
 */
export const defineRecipes = <R extends Recipes>(recipes: R): R => recipes
