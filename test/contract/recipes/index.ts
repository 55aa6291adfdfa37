import { operations } from '../../../generated/operations.ts'
import type { OperationId } from '../../../src/service/server/handler.ts'
import type { Call, Parts, Recipes } from '../recipe.ts'
import type { World } from '../world.ts'
import { datasetRecipes } from './datasets.ts'
import { evaluationRecipes } from './evaluations.ts'
import { folderRecipes } from './folders.ts'
import { oauthClientRecipes } from './oauthClients.ts'
import { organizationRecipes } from './organization.ts'
import { promptRecipes } from './prompts.ts'
import { reportRecipes } from './reports.ts'
import { versionRecipes } from './versions.ts'
import { webhookRecipes } from './webhooks.ts'

export const recipes: Recipes = {
  ...promptRecipes,
  ...versionRecipes,
  ...folderRecipes,
  ...datasetRecipes,
  ...evaluationRecipes,
  ...webhookRecipes,
  ...reportRecipes,
  ...oauthClientRecipes,
  ...organizationRecipes,
  listModels: async () => ({}),
}

/** A request to the operation that would succeed. */
export async function callOf(world: World, id: OperationId): Promise<Call> {
  const parts: Parts<OperationId> = await recipes[id](world)
  return callWith(id, parts)
}

/** The parts of a request, for any operation. */
export interface AnyParts {
  upload?: { mediaType: string; text: string }
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** The request of these parts. */
export function callWith(id: OperationId, parts: AnyParts): Call {
  const { method, path } = operations[id]
  const target = Object.entries(parts.params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  )
  return {
    method: method.toUpperCase(),
    path: query.size > 0 ? `${target}?${query}` : target,
    ...(parts.body !== undefined && { body: parts.body }),
    ...(parts.upload && { body: parts.upload.text, headers: { 'Content-Type': parts.upload.mediaType } }),
  }
}
