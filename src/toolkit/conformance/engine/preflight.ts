/** Before the first check: verifies that the target serves the document's API and accepts the first identity. */

import { type ApiOperation, needsCredential } from '../../model/api.ts'
import { endsRun } from '../../model/endings.ts'
import { listPlace } from '../../model/listPlace.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { createRandom } from '../../schema/values/random.ts'
import { validValue } from '../../schema/values/valid.ts'
import type { CheckContextParts } from './checkParts.ts'
import { fitsSchemes, hasCredential, lackingFor, present, withQuery } from './identities.ts'
import { requestOf } from './requests.ts'
import { NoResponse, type Transport } from './send.ts'

/** No request can succeed. The message is one sentence for the user. */
export class Unwelcome extends Error {
  override readonly name = 'Unwelcome'
}

/** One operation only may be broken. */
const LEAST = 2
const MAX_TRIED = 3

interface Tried {
  path: string
  /** 0 for none. */
  status: number
  isList: boolean
}

type Parts = Pick<CheckContextParts, 'plan' | 'transport' | 'tokens'>

/**
 * Sends a few GET requests.
 * @throws Unwelcome when all that need a credential are rejected as of an unknown caller, or all lists are not found
 */
export async function preflight(parts: Parts, target: string): Promise<void> {
  const { plan, tokens } = parts
  const reads = plan.api.operations.filter(
    (operation) =>
      operation.method === 'GET' &&
      !endsRun(plan.api, operation) &&
      !operation.inputs.some(({ required, in: place }) => required && place !== 'path') &&
      plan.hints.skipOperations?.includes(operation.operationId) !== true,
  )
  const { main } = plan.roles
  await tokens.prepare(main)
  const plain = await tryAll(
    parts,
    reads.filter(({ path }) => !path.includes('{')),
  )
  const isProtected = protectedFor(parts, reads)
  const tried = [...plain].flatMap(([operation, one]) => (isProtected(operation) ? [one] : []))
  if (tried.some(({ status }) => !UNKNOWN_CALLER.includes(status)) || reads.length === 0)
    return requirePaths([...plain.values()], plan.api.document, target)
  // A caller who is known learns that there is no such item; one who is not, learns that first.
  const others = reads.filter((operation) => isProtected(operation) && !plain.has(operation))
  // A token that is rejected is fetched again once, by the first check.
  const isEnough = tried.length >= LEAST || !hasCredential(main) || main.client !== undefined
  const more = isEnough ? [] : [...(await tryAll(parts, others)).values()]
  requireCaller([...tried, ...more], parts, target)
  requirePaths([...plain.values()], plan.api.document, target)
}

/** The operations that the credentials of the first identity are for; without any, all that need a credential. */
function protectedFor(
  { plan: { api, roles } }: Parts,
  reads: readonly ApiOperation[],
): (operation: ApiOperation) => boolean {
  const isMeant = (operation: ApiOperation) => fitsSchemes(api.document, roles.main, operation)
  if (api.operations.some(isMeant)) return (operation) => needsCredential(operation) && isMeant(operation)
  return reads.some(needsCredential) ? needsCredential : () => true
}

/** Statuses for a caller that the target does not know. */
const UNKNOWN_CALLER = [401, 403]

/** The first few operations, lists first; a path gets values that fit its schema. */
async function tryAll(
  { plan, transport }: Parts,
  operations: readonly ApiOperation[],
): Promise<Map<ApiOperation, Tried>> {
  // A singleton may be missing, a list may not.
  const lists = new Set(operations.filter((operation) => listPlace(plan.api, operation) !== undefined))
  const ordered = operations.toSorted((a, b) => Number(lists.has(b)) - Number(lists.has(a)))
  const shown = present(plan.roles.main)
  const { document } = plan.api
  const tried = ordered.slice(0, MAX_TRIED).map(async (operation): Promise<[ApiOperation, Tried]> => {
    const random = createRandom(1)
    const values = operation.inputs.flatMap(({ in: place, name, schema }) =>
      place === 'path'
        ? [[name, validValue(schema, { document, random, extent: 'minimal' }, name) ?? '1']]
        : [],
    )
    const wire = requestOf(document, operation, {
      params: Object.fromEntries(values),
      query: {},
      headers: {},
    })
    const path = withQuery(wire.path, shown.query)
    try {
      const headers = { ...wire.headers, ...shown.headers }
      const { status } = await transport.send({ ...wire, path, headers })
      return [operation, { path: wire.path, status, isList: lists.has(operation) }]
    } catch (error) {
      if (error instanceof NoResponse) return [operation, { path: wire.path, status: 0, isList: false }]
      throw error
    }
  })
  return new Map(await Promise.all(tried))
}

const pathsOf = (tried: readonly Tried[]): string => tried.map(({ path }) => `GET ${path}`).join(', ')

function requireCaller(tried: readonly Tried[], { plan }: Parts, target: string): void {
  const { main } = plan.roles
  const statuses = [...new Set(tried.map(({ status }) => status))]
  if (tried.length === 0 || statuses.some((status) => !UNKNOWN_CALLER.includes(status))) return
  if (!hasCredential(main)) {
    if (statuses.join() === '401')
      throw new Unwelcome(
        `${target} returns 401 for ${pathsOf(tried)}, and no credential was given. Give one with -H, --auth or under "identities".`,
      )
  } else if (tried.length >= LEAST) {
    const lacking = lackingOf(plan)
    const missing = lacking === '' ? '' : ` ${main.name} lacks ${lacking}, which the document requires.`
    throw new Unwelcome(
      `${main.name} is rejected everywhere: ${statuses.join(' and ')} for ${pathsOf(tried)}. Expected the first identity to have a credential that ${target} accepts.${missing}`,
    )
  }
}

/** Names of the credentials that the first identity lacks for every operation; empty where it has all for one. */
function lackingOf({ api, roles }: Parts['plan']): string {
  const needing = api.operations.filter(needsCredential)
  if (needing.some((operation) => fitsSchemes(api.document, roles.main, operation))) return ''
  const lacking = needing.map((operation) => lackingFor(api.document, roles.main, operation))
  const [first = []] = lacking.filter((places) => places.length > 0)
  return first
    .map(({ kind, name }) => `the ${kind === 'query' ? 'query parameter' : kind} ${name}`)
    .join(' and ')
}

function requirePaths(tried: readonly Tried[], { root }: ContractDocument, target: string): void {
  const isMissing = tried.every(({ status }) => status === 404)
  if (!isMissing || tried.filter(({ isList }) => isList).length < LEAST) return
  const { servers } = root
  const urls = (Array.isArray(servers) ? servers : []).map((one) => (one as { url?: unknown } | null)?.url)
  const said = urls.length === 0 ? '' : ` The servers of the document: ${urls.join(', ')}.`
  throw new Unwelcome(`Nothing of the document is below ${target}: 404 for ${pathsOf(tried)}.${said}`)
}

/** The first request. @throws Unreachable when nothing responds */
export async function reach(transport: Transport): Promise<void> {
  try {
    await transport.send({
      method: 'GET',
      path: '/',
      headers: { Accept: '*/*' },
      body: undefined,
      operationId: null,
    })
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
  }
}
