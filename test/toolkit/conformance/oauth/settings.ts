/** The API of the authorization server, and the configuration of its clients. */
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import { SECRET } from './authorizationServer.ts'

const rejected = { description: 'Refused', content: { 'application/json': { schema: { type: 'object' } } } }
export const notesOfAuthorization = documentOf(
  {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security: [{ token: [] }],
    paths: {
      '/notes': {
        get: {
          operationId: 'listNotes',
          responses: {
            200: { description: 'All', content: { 'application/json': { schema: { type: 'array' } } } },
            401: rejected,
          },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  },
  'notes.json',
)

const configFor = (issuer: string): string => {
  const redirect = 'http://127.0.0.1/callback'
  const robot = {
    'token-url': `${issuer}/token`,
    'client-id': 'web',
    'client-secret': 'env:SECRET',
    scopes: ['read'],
  }
  return JSON.stringify({
    openapi: 'notes.json',
    identities: { robot: { 'client-credentials': robot } },
    oauth: {
      issuer,
      clients: {
        web: { id: 'web', secret: 'env:SECRET', redirect },
        other: { id: 'other', secret: 'env:SECRET', redirect },
        app: { id: 'app', redirect },
      },
      person: { login: 'ada', password: 'right' },
      scopes: ['read', 'write', 'late'],
      read: '/notes',
    },
  })
}

export function authorizationSettings(issuer: string) {
  const surroundings = { env: { SECRET }, readFile: () => '' }
  const { identities, oauth } = kit.readConfig(configFor(issuer), surroundings)
  const settings = kit.readOAuthSettings(oauth, undefined, surroundings)
  if (settings === undefined) throw new Error('There are no settings.')
  return { identities, settings }
}
