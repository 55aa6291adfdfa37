/** Faults of status codes, methods and the address of what was created. */
import {
  anything,
  type Concern,
  errorsOf,
  type Fault,
  fieldOf,
  objectOf,
  responses,
  succeeded,
  type WireRequest,
  withBytes,
  withField,
} from './fault.ts'

const status = (
  name: string,
  from: number,
  to: number,
  suffering: string,
  concern: Concern = anything,
): Fault => ({
  name,
  class: 'status',
  suffering,
  breaks: `OpenAPI document: declared statuses; RFC 9110, section 15 (${from} became ${to})`,
  plant: () =>
    responses(concern, (response) => (response.status === from ? { ...response, status: to } : response)),
})

const isRead = (request: WireRequest) => ['GET', 'HEAD'].includes(request.method)

export const statusFaults: Fault[] = [
  status('created-is-200', 201, 200, 'Clients that look for 201 take a creation for a failure.'),
  status('accepted-is-200', 202, 200, 'Clients take a report that is being made for a finished one.'),
  status('read-is-203', 200, 203, 'Clients do not know the status.', isRead),
  status('deleted-is-202', 204, 202, 'Clients wait for a deletion that is long done.'),
  status('conflict-is-400', 409, 400, 'Clients do not see that the name is taken.'),
  status('precondition-is-409', 412, 409, 'Clients that handle lost updates do not see one.'),
  status('unknown-media-is-400', 415, 400, 'Clients do not see that the content type is wrong.'),
  status('wrong-method-is-404', 405, 404, 'Clients believe that the resource is gone.'),
  status('wrong-method-is-501', 405, 501, 'Clients believe that the server is not finished.'),
  status('unacceptable-is-415', 406, 415, 'Clients change what they send instead of what they ask for.'),
  status('execution-is-201', 200, 201, 'Clients look for the Location of an execution.', [
    'executePrompt',
    'renderPrompt',
  ]),
  {
    name: 'deletion-answers-with-the-resource',
    class: 'status',
    suffering: 'Clients that expect no body leave it on the connection.',
    breaks: 'OpenAPI document: deletePrompt, 204 alone',
    plant: () =>
      responses(['deletePrompt', 'deleteFolder', 'deleteDataset'], (response) =>
        response.status === 204
          ? withBytes(
              withField({ ...response, status: 200 }, 'Content-Type', 'application/json'),
              Buffer.from('{"deleted":true}'),
            )
          : response,
      ),
  },
  {
    name: 'location-is-missing',
    class: 'http',
    suffering: 'Clients do not know where the new resource is.',
    breaks: 'OpenAPI document: Location of 201 and 202',
    plant: () => responses(anything, (response) => withField(response, 'Location')),
  },
  {
    name: 'location-points-to-nothing',
    class: 'http',
    suffering: 'Following the address of a new resource gives 404.',
    breaks: 'RFC 9110, section 10.2.2',
    plant: () =>
      responses(anything, (response) => {
        const location = fieldOf(response, 'location')
        return location && succeeded(response)
          ? withField(response, 'Location', location.replace('/v1/', '/'))
          : response
      }),
  },
  {
    name: 'location-is-the-collection',
    class: 'http',
    suffering: 'Following the address of a new resource gives the list.',
    breaks: 'OpenAPI document: Location, "Address of the new resource"',
    plant: () =>
      responses(anything, (response) => {
        const location = fieldOf(response, 'location')
        return location && response.status === 201
          ? withField(response, 'Location', location.replace(/\/[^/]+$/, ''))
          : response
      }),
  },
  {
    name: 'wrong-method-names-no-other',
    class: 'http',
    suffering: 'A developer is told that the method is wrong, and not which ones are right.',
    breaks: 'RFC 9110, section 15.5.6: 405 has Allow',
    plant: () => errorsOf(405, (response) => withField(response, 'Allow')),
  },
  {
    name: 'allow-is-too-short',
    class: 'http',
    suffering: 'Clients that read Allow believe that nothing can be changed.',
    breaks: 'RFC 9110, section 10.2.1; OpenAPI document: methods of a path',
    plant: () => errorsOf(405, (response) => withField(response, 'Allow', 'GET')),
  },
  {
    name: 'allow-is-too-long',
    class: 'http',
    suffering: 'Clients try methods that do not exist.',
    breaks: 'RFC 9110, section 10.2.1; OpenAPI document: methods of a path',
    plant: () =>
      errorsOf(405, (response) =>
        withField(response, 'Allow', `${fieldOf(response, 'allow')}, TRACE, PUT, DELETE, PATCH, POST`),
      ),
  },
  {
    name: 'head-is-another-resource',
    class: 'http',
    suffering: 'Clients that probe with HEAD see another entity tag than GET has.',
    breaks: 'RFC 9110, section 9.3.2',
    plant: () =>
      responses(
        (request) => request.method === 'HEAD',
        (response) => withField(withField(response, 'ETag', '"head"'), 'Content-Type', 'text/plain'),
      ),
  },
  {
    name: 'head-is-405',
    class: 'http',
    suffering: 'Clients that probe with HEAD believe that nothing is there.',
    breaks: 'OpenAPI document: info, "Every path that has GET has HEAD too"',
    plant: () =>
      responses(
        (request) => request.method === 'HEAD',
        (response) => ({ ...response, status: 405 }),
      ),
  },
  {
    name: 'head-finds-everything',
    class: 'http',
    suffering: 'HEAD says that deleted prompts exist.',
    breaks: 'RFC 9110, section 9.3.2',
    plant: () =>
      responses(
        (request) => request.method === 'HEAD',
        (response) => (response.status === 404 ? { ...response, status: 200 } : response),
      ),
  },
  {
    name: 'head-acts-like-a-cheap-list',
    class: 'http',
    suffering: 'HEAD tells another length than GET sends.',
    breaks: 'RFC 9110, section 8.6',
    plant: () =>
      responses(
        (request) => request.method === 'HEAD',
        (response) =>
          fieldOf(response, 'content-length') ? withField(response, 'Content-Length', '2') : response,
      ),
  },
  {
    name: 'creation-is-answered-before-it-is-done',
    class: 'storing',
    suffering: 'The new resource is 404 at the first read.',
    breaks: 'RFC 9110, section 15.3.2: 201 when created',
    plant: () => {
      const fresh = new Set<string>()
      return async (request, send) => {
        const response = await send(request)
        const id = objectOf(response)?.id
        if (request.method === 'POST' && response.status === 201) fresh.add(String(id))
        const last = (request.target.split('?')[0] ?? '').split('/').at(-1) ?? ''
        if (request.method !== 'GET' || !fresh.delete(last) || response.status !== 200) return response
        return send({ ...request, target: request.target.replace(/[0-9a-z]{4}(?=\?|$)/, '0000') })
      }
    },
  },
]
