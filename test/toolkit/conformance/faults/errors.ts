/** Faults of errors that do not help their reader. */
import {
  editJson,
  errorsOf,
  type Fault,
  fieldOf,
  isObject,
  type JsonObject,
  objectOf,
  operationOf,
  type WireRequest,
  type WireResponse,
  withBytes,
  withField,
  withJson,
} from './fault.ts'

const ENVELOPE = 'Source: errors, JSON body'

const error = (
  name: string,
  status: number,
  suffering: string,
  edit: (error: JsonObject, body: JsonObject, request: WireRequest) => void,
  breaks = ENVELOPE,
): Fault => ({
  name,
  class: 'errors',
  suffering,
  breaks,
  plant: () =>
    errorsOf(status, (response, request) =>
      editJson(response, (body) => {
        if (isObject(body.error)) edit(body.error, body, request)
      }),
    ),
})

const details = (one: JsonObject): JsonObject => (isObject(one.details) ? one.details : {})

const another = (
  name: string,
  status: number,
  suffering: string,
  breaks: string,
  edit: (response: WireResponse) => WireResponse,
): Fault => ({ name, class: 'errors', suffering, breaks, plant: () => errorsOf(status, edit) })

export const errorFaults: Fault[] = [
  error('field-names-another-member', 400, 'A form marks the wrong input.', (one) => {
    if (typeof details(one).field === 'string') details(one).field = 'id'
  }),
  error(
    'field-is-the-last-name-alone',
    400,
    'Of two members called "name" nobody knows which one is meant.',
    (one) => {
      const { field } = details(one)
      if (typeof field === 'string')
        details(one).field = field
          .split('.')
          .at(-1)
          ?.replace(/\[\d+\]/, '')
    },
  ),
  error('field-is-missing', 400, 'A form cannot mark the input that is wrong.', (one) => {
    delete details(one).field
  }),
  error('issue-is-missing', 400, 'A developer knows where, not what is wrong.', (one) => {
    delete details(one).issue
  }),
  error('details-is-a-text', 400, 'Clients that read details.field crash.', (one) => {
    one.details = JSON.stringify(one.details)
  }),
  error('message-is-empty', 404, 'People see an empty error box.', (one) => {
    one.message = ''
  }),
  error('code-is-the-status', 404, 'Programs that branch on the code find a number.', (one) => {
    one.code = '404'
  }),
  error(
    'success-is-true-on-errors',
    404,
    'Clients that look at success take an error for a result.',
    (_one, body) => {
      body.success = true
    },
  ),
  error('success-is-a-text', 400, 'The text "false" counts as true.', (_one, body) => {
    body.success = 'false'
  }),
  error(
    'request-id-of-errors-is-another',
    404,
    'Support finds nothing under the id that a customer reports.',
    (one) => {
      one.requestId = 'req_01m6e0byp0eq48mja7aw7s2kxe'
    },
  ),
  error('stack-trace-is-shown', 400, 'Strangers read file names and versions of the server.', (one) => {
    details(one).stack = 'Error: bad\n    at validate (/srv/app/validate.js:10:5)'
  }),
  error('details-are-null', 401, 'Clients that look into details crash on every 401.', (one) => {
    one.details = null
  }),
  error('error-is-a-text', 404, 'Clients that read error.code crash.', (one, body) => {
    body.error = one.message
  }),
  another(
    'validation-is-422',
    400,
    'Clients that handle 400 do not see validation errors.',
    'Source: errors, 400; OpenAPI document declares no 422',
    (response) => ({ ...response, status: 422 }),
  ),
  another(
    'not-found-is-200',
    404,
    'Clients take an error for a prompt.',
    'Source: errors, 404',
    (response) => ({ ...response, status: 200 }),
  ),
  another(
    'not-found-is-410',
    404,
    'Clients forget for ever what was mistyped once.',
    'Source: errors, 404',
    (response) => ({ ...response, status: 410 }),
  ),
  another(
    'broken-requests-are-500',
    400,
    'Clients send the same wrong request again and again, for 500 is retried.',
    'Source: errors, 400',
    (response) =>
      objectOf(response) && JSON.stringify(objectOf(response)).includes('INVALID_JSON')
        ? { ...response, status: 500 }
        : response,
  ),
  another(
    'errors-are-html',
    404,
    'Clients that parse JSON crash on every unknown address.',
    ENVELOPE,
    (response) =>
      withBytes(
        withField(response, 'Content-Type', 'text/html; charset=utf-8'),
        Buffer.from('<!DOCTYPE html><h1>404 Not Found</h1>'),
      ),
  ),
  another('errors-are-empty', 405, 'Clients crash on an empty body.', ENVELOPE, (response) =>
    withBytes(response, Buffer.alloc(0)),
  ),
  another(
    'errors-are-problem-details',
    400,
    'Clients of the documented envelope find no error.',
    ENVELOPE,
    (response) =>
      withJson(withField(response, 'Content-Type', 'application/problem+json'), {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
      }),
  ),
  {
    name: 'malformed-ids-are-500',
    class: 'errors',
    suffering: 'A mistyped address looks like an outage.',
    breaks: 'Source: errors, 404 "Resource does not exist"',
    plant: () =>
      errorsOf(404, (response, request) =>
        /\/[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}(\/|\?|$)/.test(request.target) ||
        operationOf(request) === undefined
          ? response
          : { ...response, status: 500 },
      ),
  },
  {
    name: 'same-request-twice-is-another-error',
    class: 'errors',
    suffering: 'The same wrong request is told to be two different mistakes.',
    breaks: 'OpenAPI document: each code belongs to one status',
    plant: () => {
      let count = 0
      return errorsOf(400, (response, request) =>
        fieldOf(request, 'content-type') && ++count % 2 === 0
          ? editJson(response, (body) => {
              if (isObject(body.error)) body.error.code = 'CONFLICT'
            })
          : response,
      )
    },
  },
]
