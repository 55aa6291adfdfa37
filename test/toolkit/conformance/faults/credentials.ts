/** Faults of credentials and scopes. */
import {
  anything,
  bearerOf,
  type Concern,
  type Credentials,
  codeOf,
  editJson,
  type Fault,
  forgives,
  isObject,
  pathOf,
  responses,
  type WireRequest,
  withBearer,
  withField,
} from './fault.ts'

const UNAUTHORIZED = 'Source: errors, 401 "Missing or invalid credential"'
const FORBIDDEN =
  'Source: errors, 403 "Insufficient permissions"; OpenAPI document: security of the operation'

const asOwner =
  ({ owner }: Credentials) =>
  (request: WireRequest) =>
    withBearer(request, owner)

const unchecked = (name: string, suffering: string, concern: Concern): Fault => ({
  name,
  class: 'credentials',
  suffering,
  breaks: FORBIDDEN,
  plant: (credentials) => forgives(403, concern, asOwner(credentials)),
})

const lenient = (
  name: string,
  suffering: string,
  used: (request: WireRequest, code: unknown) => boolean,
): Fault => ({
  name,
  class: 'credentials',
  suffering,
  breaks: UNAUTHORIZED,
  plant: (credentials) =>
    forgives(401, anything, (request, rejection) =>
      used(request, codeOf(rejection)) ? withBearer(request, credentials.owner) : undefined,
    ),
})

const byId = (request: WireRequest) => /\{[^}]+\}|_[0-7][0-9a-z]{25}/.test(pathOf(request))

export const credentialFaults: Fault[] = [
  lenient(
    'no-credential-is-needed',
    'Anybody on the network reads and changes everything.',
    (request) => bearerOf(request) === undefined,
  ),
  lenient(
    'any-bearer-is-taken',
    'A made-up key works as well as a real one.',
    (request, code) => bearerOf(request) !== undefined && code !== 'WRONG_ENVIRONMENT',
  ),
  lenient(
    'basic-credentials-are-taken',
    'A credential of another scheme is not looked at and let through.',
    (request) => /^basic /i.test(bearerOf(request) ?? ''),
  ),
  lenient(
    'keys-of-production-work-in-development',
    'A key of the wrong environment is taken, and tests run on real data.',
    (request, code) =>
      code === 'WRONG_ENVIRONMENT' || (bearerOf(request) ?? '').startsWith('Bearer svc_live_'),
  ),
  lenient('cut-keys-are-taken', 'The beginning of a key is enough.', (request) =>
    /^Bearer svc_(live|test)_[0-9A-Za-z]{4,35}$/.test(bearerOf(request) ?? ''),
  ),
  {
    name: 'revoked-keys-work',
    class: 'credentials',
    suffering: 'A stolen key that was revoked goes on working.',
    breaks: 'OpenAPI document: revokeApiKey; source: 401 for an invalid credential',
    plant: ({ owner }) => {
      const working = new Set<string>()
      return async (request, send) => {
        const response = await send(request)
        const bearer = bearerOf(request)
        if (bearer && response.status !== 401) working.add(bearer)
        if (response.status !== 401 || !bearer || !working.has(bearer)) return response
        return send(withBearer(request, owner))
      }
    },
  },
  {
    name: 'scheme-minds-case',
    class: 'credentials',
    suffering: 'A client that writes "bearer" in small letters is refused.',
    breaks: 'RFC 9110, section 11.1: the scheme is case-insensitive',
    plant: () => async (request, send) => {
      const bearer = bearerOf(request)
      if (!bearer || !/^bearer /i.test(bearer) || bearer.startsWith('Bearer ')) return send(request)
      return send(withField(request, 'Authorization', 'Bearer none'))
    },
  },
  unchecked('scopes-are-unchecked', 'A key for reading reports may do everything.', anything),
  unchecked(
    'reading-includes-writing',
    'A key that may read prompts changes them.',
    (request) => !['GET', 'HEAD'].includes(request.method),
  ),
  unchecked('writing-includes-reading', 'A key that may only write reads what others wrote.', (request) =>
    ['GET', 'HEAD'].includes(request.method),
  ),
  unchecked(
    'scopes-are-unchecked-below-a-resource',
    'Versions, results and deliveries are open to keys that may not see their parent.',
    (request) => pathOf(request).split('/').length > 4,
  ),
  unchecked('scopes-are-unchecked-for-batches', 'Changing many needs less than changing one.', [
    'updatePrompts',
    'deletePrompts',
    'updateFolders',
    'deleteFolders',
    'updateDatasets',
    'deleteDatasets',
    'updateWebhooks',
    'deleteWebhooks',
  ]),
  unchecked('second-scope-is-unchecked', 'Evaluations show prompts to keys that may not read them.', [
    'listEvaluations',
    'createEvaluation',
    'getEvaluation',
    'listEvaluationResults',
    'getEvaluationResult',
  ]),
  unchecked('execution-is-unchecked', 'A key for reading runs up the bill of the model.', ['executePrompt']),
  unchecked('keys-are-minted-by-anyone', 'A key for prompts makes itself a key for everything.', [
    'createApiKey',
    'rotateApiKey',
  ]),
  unchecked('audit-log-is-open', 'Whoever has any key reads who did what.', ['listAuditLog']),
  {
    name: 'missing-scope-is-404',
    class: 'credentials',
    suffering: 'Whoever lacks a scope searches for a missing resource.',
    breaks: FORBIDDEN,
    plant: () =>
      responses(anything, (response) =>
        response.status === 403
          ? editJson({ ...response, status: 404 }, (body) => {
              if (isObject(body.error))
                Object.assign(body.error, { code: 'NOT_FOUND', message: 'Not found.' })
            })
          : response,
      ),
  },
  {
    name: 'missing-scope-is-401',
    class: 'credentials',
    suffering: 'Clients throw a good credential away and sign in again, for ever.',
    breaks: FORBIDDEN,
    plant: () =>
      responses(anything, (response) => (response.status === 403 ? { ...response, status: 401 } : response)),
  },
  {
    name: 'invalid-credential-is-403',
    class: 'credentials',
    suffering: 'Clients never learn that they must sign in again.',
    breaks: UNAUTHORIZED,
    plant: () =>
      responses(anything, (response) => (response.status === 401 ? { ...response, status: 403 } : response)),
  },
  {
    name: 'challenge-is-missing',
    class: 'credentials',
    suffering: 'HTTP libraries do not know which credential is wanted.',
    breaks: 'RFC 9110, section 15.5.2: 401 has WWW-Authenticate',
    plant: () =>
      responses(anything, (response) =>
        response.status === 401 ? withField(response, 'WWW-Authenticate') : response,
      ),
  },
  {
    name: 'unknown-paths-need-no-credential',
    class: 'credentials',
    suffering:
      'Without a credential anybody finds out which resources exist: 404 for some ids, 401 for others.',
    breaks: 'Source: "Every request to {base_url} must be authenticated"',
    plant:
      ({ owner }) =>
      async (request, send) => {
        const response = await send(request)
        if (response.status !== 401 || bearerOf(request) !== undefined || !byId(request)) return response
        const known = await send(
          withBearer(request.method === 'GET' ? request : { ...request, method: 'GET' }, owner),
        )
        return known.status === 404 ? known : response
      },
  },
]
