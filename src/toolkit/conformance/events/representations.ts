/** How the API itself shows a change: the reference for its event. */

import type { Resource } from '../../model/resources.ts'
import { isOfRole } from '../../model/roles.ts'
import { isState, soundsLike } from '../../model/vocabulary.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/document.ts'
import type { CheckContext } from '../engine/rule.ts'
import { type Change, isEnding } from './causes.ts'

export interface Representation {
  shown: JsonObject
  /** Ends the sentence "expected … as …". */
  why: string
  /** Properties that may differ at the moment of the event. */
  except(name: string): boolean
}

/** The response to the change, its GET, and the resources along its path; read after the event has arrived. */
export async function representations(context: CheckContext, change: Change): Promise<Representation[]> {
  const { cause, parts, shown, ids } = change
  const { api } = context
  if (cause.operation.method === 'DELETE')
    return shown === undefined
      ? []
      : [
          {
            shown,
            why: 'before it was deleted',
            except: (name) =>
              isOfRole(api, cause.operation, 'passing', name) ||
              isOfRole(api, cause.operation, 'change', name) ||
              soundsLike('end', name),
          },
        ]
  const found: Representation[] = []
  const made = context.graph.resources.find(
    ({ create, put }) => create === cause.operation || put === cause.operation,
  )
  const last = ids.at(-1)
  const now =
    made === undefined || last === undefined
      ? undefined
      : await read(context, made, { ...parts.params, [made.parameter]: last })
  if (isEnding(cause.message)) {
    if (now !== undefined && isState('settled', String(now.status ?? 'done')))
      found.push({ shown: now, why: 'GET returns', except: () => false })
  } else if (shown !== undefined) {
    // A property that changes by itself has another value a moment later.
    const moves = (name: string) =>
      now !== undefined && JSON.stringify(now[name]) !== JSON.stringify(shown[name])
    found.push({
      shown,
      why: 'in the response to the change',
      except: (name) => isOfRole(api, cause.operation, 'passing', name) || moves(name),
    })
  }
  for (const resource of context.graph.alongPath(cause.operation.path)) {
    if (parts.params[resource.parameter] === undefined) continue
    const around = await read(context, resource, parts.params)
    if (around !== undefined)
      found.push({
        shown: around,
        why: `GET ${resource.item} returns`,
        except: (name) => isOfRole(api, resource, 'passing', name),
      })
  }
  return found
}

async function read(
  context: CheckContext,
  resource: Resource,
  params: Record<string, Json>,
): Promise<JsonObject | undefined> {
  if (resource.read === undefined) return undefined
  const { json, status } = await context.send(resource.read, { params, query: {}, headers: {} })
  return status < 300 && isObject(json as Json) ? (json as JsonObject) : undefined
}
