/** Faults of the wall between organizations. */
import {
  bearerOf,
  type Credentials,
  editJson,
  type Fault,
  fieldOf,
  forgives,
  isObject,
  itemsOf,
  objectOf,
  operationOf,
  pathOf,
  succeeded,
  type WireRequest,
  withBearer,
  withField,
  withJson,
} from './fault.ts'

const asOwner =
  ({ owner }: Credentials) =>
  (request: WireRequest) =>
    withBearer(request, owner)

/** Whether a request comes with a credential of another organization than the owner's. */
const foreign = (request: WireRequest, { other }: Credentials) => bearerOf(request) === `Bearer ${other}`

const byId = (request: WireRequest) => /\{[^}]+\}|_[0-7][0-9a-z]{25}/.test(pathOf(request))

const trespass = (name: string, suffering: string, concern: (request: WireRequest) => boolean): Fault => ({
  name,
  class: 'tenancy',
  suffering,
  breaks: "Source: errors, 404 and 403; decisions: another organization's resource is as if it did not exist",
  plant: (credentials) =>
    forgives(404, (request) => foreign(request, credentials) && concern(request), asOwner(credentials)),
})

export const tenancyFaults: Fault[] = [
  trespass('others-may-read', 'Any customer reads the prompts of any other by their id.', (request) =>
    ['GET', 'HEAD'].includes(request.method),
  ),
  trespass('others-may-change', 'Any customer changes the prompts of any other.', (request) =>
    ['PATCH', 'PUT'].includes(request.method),
  ),
  trespass(
    'others-may-delete',
    'Any customer deletes what belongs to another.',
    (request) => request.method === 'DELETE',
  ),
  trespass(
    'others-may-act',
    'Any customer runs and publishes the prompts of another.',
    (request) => request.method === 'POST' && byId(request),
  ),
  trespass(
    'others-see-what-is-nested',
    'The parent is guarded, its versions and deliveries are not.',
    (request) => pathOf(request).split('/').length > 4,
  ),
  {
    name: 'others-exist-by-403',
    class: 'tenancy',
    suffering: 'An answer tells strangers that an id exists.',
    breaks: 'Decisions: the same 404, byte for byte but for the request id',
    plant: (credentials) => async (request, send) => {
      const response = await send(request)
      if (response.status !== 404 || !foreign(request, credentials)) return response
      const probe = { ...request, method: 'GET', body: Buffer.alloc(0) }
      const known = await send(withBearer(withField(probe, 'Content-Type'), credentials.owner))
      if (!succeeded(known)) return response
      return editJson({ ...response, status: 403 }, (body) => {
        if (isObject(body.error)) Object.assign(body.error, { code: 'FORBIDDEN', message: 'Not yours.' })
      })
    },
  },
  {
    name: 'others-exist-by-message',
    class: 'tenancy',
    suffering: 'The message of a 404 tells strangers that an id exists elsewhere.',
    breaks: 'Decisions: the same 404, byte for byte but for the request id',
    plant: (credentials) => async (request, send) => {
      const response = await send(request)
      if (response.status !== 404 || !foreign(request, credentials)) return response
      const probe = { ...request, method: 'GET', body: Buffer.alloc(0) }
      const known = await send(withBearer(withField(probe, 'Content-Type'), credentials.owner))
      if (!succeeded(known)) return response
      return editJson(response, (body) => {
        if (isObject(body.error)) body.error.message = `${body.error.message} (in this organization)`
      })
    },
  },
  {
    name: 'lists-show-others',
    class: 'tenancy',
    suffering: 'The list of a customer holds the prompts of another.',
    breaks: 'OpenAPI document: listPrompts, "of the organization"',
    plant: (credentials) => async (request, send) => {
      const response = await send(request)
      const operation = operationOf(request) ?? ''
      if (!/^list(Prompts|Folders|Datasets|Webhooks)$/.test(operation)) return response
      const body = objectOf(response)
      if (!succeeded(response) || !body || !foreign(request, credentials)) return response
      const theirs = objectOf(await send(withBearer(request, credentials.owner)))
      const name = Object.keys(body).find((key) => Array.isArray(body[key])) as string
      return withJson(response, {
        ...body,
        [name]: [...(itemsOf(body) ?? []), ...((theirs && itemsOf(theirs)) ?? [])].slice(0, 20),
      })
    },
  },
  {
    name: 'idempotency-keys-are-shared',
    class: 'tenancy',
    suffering: "A customer that uses the same idempotency key as another gets the other one's answer.",
    breaks: 'Decisions: the record is kept per organization and credential',
    plant: () => {
      const first = new Map<
        string,
        {
          bearer: string | undefined
          response: Awaited<ReturnType<Parameters<ReturnType<Fault['plant']>>[1]>>
        }
      >()
      return async (request, send) => {
        const key = fieldOf(request, 'idempotency-key')
        if (key === undefined || request.method !== 'POST') return send(request)
        const known = first.get(key + request.target)
        if (known && known.bearer !== bearerOf(request)) return known.response
        const response = await send(request)
        if (succeeded(response) && !known)
          first.set(key + request.target, { bearer: bearerOf(request), response })
        return response
      }
    },
  },
]
