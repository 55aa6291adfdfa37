/** A pet store in the classes of write that name an item elsewhere than in the path. */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, example?: object) => ({
  'application/json': { schema, ...(example && { example }) },
})
const ok = (schema: object, example?: object) => ({
  200: { description: 'Ok', content: json(schema, example) },
})
const inPath = (name: string, type = 'integer') => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
})

/** Ids in bodies, fields in queries, lists as bodies, several media types: the classes of a pet store. */
export const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pet': {
      post: {
        operationId: 'addPet',
        requestBody: {
          required: true,
          content: {
            ...json(ref('Pet')),
            'application/xml': { schema: ref('Pet') },
            'application/x-www-form-urlencoded': { schema: ref('Pet') },
          },
        },
        responses: ok(ref('Pet')),
      },
      put: {
        operationId: 'updatePet',
        requestBody: { required: true, content: json(ref('Pet')) },
        responses: { ...ok(ref('Pet')), 404: { description: 'Unknown' } },
      },
    },
    '/pet/createWithList': {
      post: {
        operationId: 'addPets',
        requestBody: { required: true, content: json({ type: 'array', items: ref('Pet') }) },
        responses: ok(ref('Pet')),
      },
    },
    '/pet/{petId}': {
      parameters: [inPath('petId')],
      get: {
        operationId: 'getPet',
        responses: { ...ok(ref('Pet')), 404: { description: 'Unknown' } },
      },
      post: {
        operationId: 'updatePetByForm',
        parameters: [
          { name: 'name', in: 'query', schema: { type: 'string' } },
          { name: 'status', in: 'query', schema: { type: 'string' } },
        ],
        responses: ok(ref('Pet')),
      },
    },
    '/pet/{petId}/photo': {
      post: {
        operationId: 'uploadPhoto',
        parameters: [inPath('petId')],
        requestBody: {
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: { 204: { description: 'Done' } },
      },
    },
    '/pet/{petId}/neuter': {
      post: {
        operationId: 'neuterPet',
        parameters: [inPath('petId')],
        responses: { 204: { description: 'Done' } },
      },
    },
    '/login': {
      post: {
        operationId: 'login',
        requestBody: { content: json({ type: 'object', properties: { user: { type: 'string' } } }) },
        responses: ok({ type: 'object', properties: { token: { type: 'string' } } }),
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'photoUrls'],
        properties: {
          id: { type: 'integer', example: 10 },
          name: { type: 'string', example: 'doggie' },
          photoUrls: { type: 'array', items: { type: 'string' } },
          status: { type: 'string', enum: ['available', 'sold'] },
        },
      },
    },
  },
}
