import { validationError } from '../../errors.ts'
import type { ModelProvider, Models } from '../../models/models.ts'

/**
 * The model of one execution: the one that the request names, or that of the version, or that of the prompt, or the
 * environment's default.
 *
 * @throws ApiError VALIDATION_ERROR at `model` when there is none, or nobody knows it
 */
export function chooseModel(
  models: Models,
  ...wishes: (string | null | undefined)[]
): { model: string; provider: ModelProvider } {
  const model = [...wishes, models.defaultModel].find((wish) => wish !== null && wish !== undefined)
  if (model === undefined || model === null) {
    throw validationError({
      field: 'model',
      issue: 'is missing; expected a model, for neither the prompt nor this environment has a default',
    })
  }
  const provider = models.find(model)
  if (provider === undefined) {
    throw validationError({ field: 'model', issue: `is ${model}; expected one of GET /models` })
  }
  return { model, provider }
}
