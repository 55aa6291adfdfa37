/** The module around an expression. */
import type { ContractDocument, JsonObject } from '../../openapi/document.ts'
import type { Helper } from './helpers.ts'

export interface ZodScope {
  document: ContractDocument
  /** The expression that refers to a component. */
  reference(component: string): string
  /** @returns the name of the helper, which the module contains from now on */
  use(helper: Helper): string
  /** Schemas around the expression. */
  within: readonly JsonObject[]
  /**
   * Keywords of a schema without a type accept values of other types, as in validators. Elsewhere such a schema has the
   * type that its keywords imply, as in the generated types.
   */
  isCheck: boolean
}
