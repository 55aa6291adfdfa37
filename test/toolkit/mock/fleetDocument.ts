/** A document of teams and ships: references that are sent as identifiers, envelopes of several resources, and actions. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ok = (schema: object) => ({ description: 'Done.', ...json(schema) })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const data = (schema: object) => object({ data: schema })
const list = (items: object) => ({ type: 'array', items })
const text = { type: 'string' }
const path = (name: string) => [{ name, in: 'path', required: true, schema: text }]
const lost = { 404: { description: 'Lost.' } }

export const FLEET = {
  openapi: '3.1.0',
  info: { title: 'Fleet', version: '1' },
  security: [],
  paths: {
    '/ships': {
      get: { responses: { 200: ok(data(list(ref('Ship')))) } },
      post: {
        requestBody: { required: true, ...json(object({ shipType: text, portCode: text })) },
        responses: {
          201: ok(data(object({ owner: ref('Owner'), ship: ref('Ship'), receipt: ref('Receipt') }))),
        },
      },
    },
    '/ships/{shipCode}': {
      parameters: path('shipCode'),
      get: { responses: { 200: ok(data(ref('Ship'))), ...lost } },
    },
    '/ships/{shipCode}/dock': {
      parameters: path('shipCode'),
      post: { responses: { 200: ok(data(object({ position: ref('Position') }))) } },
    },
    '/teams': {
      get: {
        parameters: [{ name: 'workspace', in: 'query', required: true, schema: text }],
        responses: { 200: ok(list(ref('Team'))) },
      },
      post: {
        requestBody: { required: true, ...json(object({ name: text, workspace: text })) },
        responses: { 201: ok(ref('Team')) },
      },
    },
    '/teams/{team_id}': {
      parameters: path('team_id'),
      get: { responses: { 200: ok(ref('Team')), ...lost } },
      post: {
        requestBody: { required: true, ...json(object({ weight: text })) },
        responses: { 200: ok(ref('Team')) },
      },
    },
    '/lobbies': { put: { responses: { 200: ok(ref('Lobby')) } } },
    '/lobbies/{id}': {
      parameters: path('id'),
      get: { responses: { 200: ok(ref('Lobby')), ...lost } },
    },
    '/teams/{team_id}/users': {
      parameters: path('team_id'),
      get: { responses: { 200: ok(object({ data: list(ref('User')) })) } },
      post: {
        requestBody: { required: true, ...json(object({ user_id: text })) },
        responses: { 200: ok(object({ team_id: text, user_id: text })) },
      },
    },
    '/teams/{team_id}/users/{user_id}': {
      parameters: [...path('team_id'), ...path('user_id')],
      get: { responses: { 200: ok(ref('User')), ...lost } },
    },
    '/teams/{team_id}/roles': {
      parameters: path('team_id'),
      get: { responses: { 200: ok(object({ data: list(ref('Role')) })) } },
      post: {
        requestBody: { required: true, ...json(object({ role_id: text })) },
        responses: { 200: ok(object({ team: ref('Owner'), role: ref('Role') })) },
      },
    },
    '/teams/{team_id}/roles/{role_id}': {
      parameters: [...path('team_id'), ...path('role_id')],
      get: { responses: { 200: ok(ref('Role')), ...lost } },
    },
    '/accounts': {
      get: { responses: { 200: ok(list(ref('Account'))) } },
      post: {
        requestBody: { required: true, ...json(object({ name: text })) },
        responses: { 201: ok(object({ id: text, name: text, level: { type: 'string', enum: ['member'] } })) },
      },
    },
    '/accounts/{id}': { parameters: path('id'), get: { responses: { 200: ok(ref('Account')), ...lost } } },
  },
  components: {
    schemas: {
      Owner: object({ id: text, label: text }),
      Ship: object({ code: text, class: text, position: ref('Position') }),
      Position: object({ portCode: text, heading: text }),
      Receipt: object({ shipCode: text, shipType: text, price: { type: 'integer' } }),
      Team: object(
        { id: text, name: text, workspace: object({ gid: text }), rules: list(object({ weight: text })) },
        ['id', 'name', 'workspace'],
      ),
      Lobby: object({ id: text }),
      User: object({ id: text, name: text }),
      Role: object({ id: text, name: text }),
      Account: object({ id: text, name: text, level: { type: 'string', enum: ['owner', 'member'] } }),
    },
  },
}
