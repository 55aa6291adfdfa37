/** Containers that are the place of an API's data, and not data themselves: an account, a workspace, a tenant. */
import type { Api } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'

/** The part of all operations that is below a container. */
const MIN_SHARE = 0.75

/**
 * Whether a resource only contains the data of a caller: no operation creates it, and nearly all operations are below its
 * items, as below `/workspaces/{workspaceId}`. A creation below it changes no more than one at a fixed path does.
 */
export function isScope({ operations }: Api, { create, put, item }: Resource): boolean {
  if (create !== undefined || put !== undefined) return false
  const below = operations.filter(({ path }) => path.startsWith(`${item}/`))
  return below.length >= MIN_SHARE * operations.length
}
