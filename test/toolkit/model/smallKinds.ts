/** Small collections for documents of tests: a POST, and a GET of an item. */

export const text = { type: 'string' }
const json = (properties: object) => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
})
const id = { name: 'id', in: 'path', required: true, schema: text }
export const kind = (name: string, properties: object, { description = '', rejection = 409 } = {}) => ({
  [`/${name}`]: {
    post: {
      description,
      requestBody: json(properties),
      responses: {
        201: { description: '', ...json({ id: text, ...properties }) },
        [rejection]: { description: '' },
      },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [id],
    get: { responses: { 200: { description: '', ...json({ id: text, ...properties }) } } },
  },
})
