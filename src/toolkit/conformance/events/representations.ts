/** What the API itself shows of a change: the measure for what its event says. */
import { isObject, type Json, type JsonObject } from '../../contract/index.ts'
import type { Resource } from '../api/resources.ts'
import { mayPass, tellsOfChange } from '../rules/compare.ts'
import type { Bench } from '../run/rule.ts'
import { type Change, isEnding } from './causes.ts'

export interface Representation {
  shown: JsonObject
  /** Ends the sentence "expected … as …". */
  why: string
  /** Members that may be others at the moment of the event. */
  except(name: string): boolean
}

/** States that nothing leaves by itself. */
const SETTLED =
  /^(completed|complete|finished|failed|succeeded|done|ready|cancell?ed|error|active|inactive)$/i
const TELLS_OF_END = /^(deleted|removed|archived|ended)/i

/** The answer to the change, what its GET says, and what stands along its path; read when the event has come. */
export async function representations(bench: Bench, change: Change): Promise<Representation[]> {
  const { cause, parts, shown, ids } = change
  if (cause.operation.method === 'DELETE')
    return shown === undefined
      ? []
      : [
          {
            shown,
            why: 'it stood before it was deleted',
            except: (name) => mayPass(name) || tellsOfChange(name) || TELLS_OF_END.test(name),
          },
        ]
  const found: Representation[] = []
  const made = bench.graph.resources.find(
    ({ create, put }) => create === cause.operation || put === cause.operation,
  )
  const last = ids.at(-1)
  const now =
    made === undefined || last === undefined
      ? undefined
      : await read(bench, made, { ...parts.params, [made.parameter]: last })
  if (isEnding(cause.message)) {
    if (now !== undefined && SETTLED.test(String(now.status ?? 'done')))
      found.push({ shown: now, why: 'its GET says', except: () => false })
  } else if (shown !== undefined) {
    // What goes on by itself is another thing a moment later.
    const moves = (name: string) =>
      now !== undefined && JSON.stringify(now[name]) !== JSON.stringify(shown[name])
    found.push({
      shown,
      why: 'the answer to the change says',
      except: (name) => mayPass(name) || moves(name),
    })
  }
  for (const resource of bench.graph.alongPath(cause.operation.path)) {
    if (parts.params[resource.parameter] === undefined) continue
    const around = await read(bench, resource, parts.params)
    if (around !== undefined) found.push({ shown: around, why: `GET ${resource.item} says`, except: mayPass })
  }
  return found
}

async function read(
  bench: Bench,
  resource: Resource,
  params: Record<string, Json>,
): Promise<JsonObject | undefined> {
  if (resource.read === undefined) return undefined
  const { json, status } = await bench.send(resource.read, { params, query: {}, headers: {} })
  return status < 300 && isObject(json as Json) ? (json as JsonObject) : undefined
}
