/** Before the first trial: whether the target is the API of the document, and takes the first identity. */
import { needsCredential } from '../../model/api.ts'
import { listPlace } from '../../model/listPlace.ts'
import { present, withQuery } from './identities.ts'
import { requestOf } from './requests.ts'
import { NoAnswer, type Transport } from './send.ts'
import type { TrialContextParts } from './trialParts.ts'

/** Nothing that is sent can succeed; one sentence for who started the run. */
export class Unwelcome extends Error {
  override readonly name = 'Unwelcome'
}

/** One operation only may be broken. */
const LEAST = 2
const MAX_TRIED = 3

/**
 * Reads a few things that need nothing but a credential.
 * @throws Unwelcome when all of them are answered 401, or all of them 404, two lists among them
 */
export async function preflight(
  { plan, transport, tokens }: Pick<TrialContextParts, 'plan' | 'transport' | 'tokens'>,
  target: string,
): Promise<void> {
  const plain = plan.api.operations.filter(
    ({ method, path, inputs, operationId }) =>
      method === 'GET' &&
      !path.includes('{') &&
      !inputs.some(({ required }) => required) &&
      plan.hints.skipOperations?.includes(operationId) !== true,
  )
  if (plain.length === 0) return
  // What there is once may rightly not be there; a list is.
  const lists = new Set(plain.filter((operation) => listPlace(plan.api, operation) !== undefined))
  plain.sort((a, b) => Number(lists.has(b)) - Number(lists.has(a)))
  const { main } = plan.roles
  await tokens.prepare(main)
  const shown = present(main)
  const tried = await Promise.all(
    plain.slice(0, MAX_TRIED).map(async (operation) => {
      const wire = requestOf(plan.api.document, operation, { params: {}, query: {}, headers: {} })
      const path = withQuery(wire.path, shown.query)
      try {
        const headers = { ...wire.headers, ...shown.headers }
        const { status } = await transport.send({ ...wire, path, headers })
        return { path: wire.path, status, isList: lists.has(operation) }
      } catch (error) {
        if (error instanceof NoAnswer) return { path: wire.path, status: 0, isList: false }
        throw error
      }
    }),
  )
  const all = (status: number) => tried.every((one) => one.status === status)
  const paths = tried.map(({ path }) => `GET ${path}`).join(', ')
  const hasCredential = main.credential.kind !== 'none' || main.client !== undefined
  if (all(401) && !hasCredential && plain.every(needsCredential))
    throw new Unwelcome(
      `${target} returns 401 for ${paths}, and no credential was given. Give one with -H, --auth or under "identities".`,
    )
  if (tried.length < LEAST) return
  if (all(401) && hasCredential)
    throw new Unwelcome(
      `${main.name} is rejected everywhere: 401 for ${paths}. Expected the first identity to have a credential that ${target} accepts.`,
    )
  if (all(404) && tried.filter(({ isList }) => isList).length >= LEAST) {
    const { servers } = plan.api.document.root
    const urls = (Array.isArray(servers) ? servers : []).map((one) => (one as { url?: unknown } | null)?.url)
    const said = urls.length === 0 ? '' : ` The servers of the document: ${urls.join(', ')}.`
    throw new Unwelcome(`Nothing of the document is below ${target}: 404 for ${paths}.${said}`)
  }
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
    if (!(error instanceof NoAnswer)) throw error
  }
}
