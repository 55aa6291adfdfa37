/** Faults of the fields that every response carries: request ids, CORS, caching. */
import {
  anything,
  errorsOf,
  type Fault,
  fieldOf,
  responses,
  succeeded,
  type WireRequest,
  withField,
} from './fault.ts'

const http = (name: string, suffering: string, breaks: string, plant: Fault['plant']): Fault => ({
  name,
  class: 'http',
  suffering,
  breaks,
  plant,
})

const isPreflight = (request: WireRequest) =>
  request.method === 'OPTIONS' && fieldOf(request, 'access-control-request-method') !== undefined

export const fieldFaults: Fault[] = [
  http('request-id-is-missing', 'Support cannot find a request.', 'OpenAPI document: X-Request-Id', () =>
    responses(anything, (response) => withField(response, 'X-Request-Id')),
  ),
  http(
    'request-id-is-always-the-same',
    'Support finds every request at once.',
    'OpenAPI document: X-Request-Id, "Names this request"',
    () =>
      responses(anything, (response, request) =>
        fieldOf(request, 'x-request-id')
          ? response
          : withField(response, 'X-Request-Id', 'req_01m6e0byp0eq48mja7aw7s2kxe'),
      ),
  ),
  http(
    'request-id-is-not-echoed',
    'A trace of a client ends at the service.',
    'OpenAPI document: X-Request-Id, "The value that the client sent"',
    () =>
      responses(anything, (response, request) =>
        fieldOf(request, 'x-request-id')
          ? withField(response, 'X-Request-Id', 'req_01m6e0byp0eq48mja7aw7s2kxe')
          : response,
      ),
  ),
  http('cors-is-missing', 'No page in a browser can use the service.', 'Decisions: CORS, any origin', () =>
    responses(anything, (response) => withField(response, 'Access-Control-Allow-Origin')),
  ),
  http(
    'cors-is-missing-on-errors',
    'A page in a browser sees "network error" where the reason would be.',
    'Decisions: CORS, any origin',
    () =>
      responses(anything, (response) =>
        response.status >= 400 ? withField(response, 'Access-Control-Allow-Origin') : response,
      ),
  ),
  http(
    'cors-allows-credentials',
    'Any page acts with the cookies of whoever visits it.',
    'Decisions: CORS, no credentials mode',
    () =>
      responses(
        (request) => fieldOf(request, 'origin') !== undefined,
        (response, request) =>
          withField(
            withField(response, 'Access-Control-Allow-Credentials', 'true'),
            'Access-Control-Allow-Origin',
            fieldOf(request, 'origin'),
          ),
      ),
  ),
  http(
    'cors-exposes-nothing',
    'Scripts of a page cannot read the limits or the entity tag.',
    'Decisions: CORS, "our headers exposed"',
    () => responses(anything, (response) => withField(response, 'Access-Control-Expose-Headers')),
  ),
  http(
    'preflight-needs-a-credential',
    'No page in a browser can send anything but GET.',
    'Decisions: "OPTIONS needs no credential"',
    () => responses(isPreflight, (response) => ({ ...response, status: 401 })),
  ),
  http(
    'preflight-forgets-patch',
    'No page in a browser can change anything.',
    'Fetch standard: Access-Control-Allow-Methods',
    () =>
      responses(isPreflight, (response) => {
        const methods = fieldOf(response, 'access-control-allow-methods')
        return methods
          ? withField(response, 'Access-Control-Allow-Methods', methods.replace(/,?\s*(PATCH|DELETE)/g, ''))
          : response
      }),
  ),
  http(
    'preflight-forgets-authorization',
    'No page in a browser can send its credential.',
    'Fetch standard: Access-Control-Allow-Headers',
    () =>
      responses(isPreflight, (response) => {
        const names = fieldOf(response, 'access-control-allow-headers')
        return names
          ? withField(response, 'Access-Control-Allow-Headers', names.replace(/authorization,?\s*/i, ''))
          : response
      }),
  ),
  http(
    'errors-are-for-caches',
    'A proxy shows "not found" for an hour after the prompt was made.',
    'RFC 9111',
    () => errorsOf(404, (response) => withField(response, 'Cache-Control', 'public, max-age=3600')),
  ),
  http(
    'private-answers-are-public',
    'A shared cache shows the prompts of one customer to another.',
    'RFC 9111, section 3.5; decisions: "private, no-cache"',
    () =>
      responses(anything, (response) =>
        succeeded(response) ? withField(response, 'Cache-Control', 'public, max-age=600') : response,
      ),
  ),
  http(
    'secrets-are-cached',
    'A cache on the way keeps the signing secret.',
    'Decisions: "Cache-Control: no-store on v1 answers that hold a secret"',
    () =>
      responses(
        ['createWebhook', 'rotateWebhookSecret', 'createApiKey', 'rotateApiKey', 'createOAuthClient'],
        (response) =>
          succeeded(response) ? withField(response, 'Cache-Control', 'private, no-cache') : response,
      ),
  ),
  http(
    'stack-is-advertised',
    'Strangers read the version of the framework.',
    'OWASP API8: security misconfiguration',
    () => responses(anything, (response) => withField(response, 'X-Powered-By', 'Express')),
  ),
]
