/** Parts of small documents: collections with a POST, and items with a GET. */
export const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const shown = (schema: object) => ({ description: '', content: { 'application/json': { schema } } })
export const object = (properties: Record<string, object>) => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, ...properties },
})
export const sending = (sent: Record<string, object> | undefined, name: string, success = 201) => ({
  ...(sent && {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: Object.keys(sent),
            additionalProperties: false,
            properties: sent,
          },
        },
      },
    },
  }),
  responses: {
    [success]: shown({ $ref: `#/components/schemas/${name}` }),
    ...Object.fromEntries([403, 404, 409, 422].map((status) => [status, { description: '' }])),
  },
})
/** The paths of a collection, and of its items. */
export const collection = (path: string, name: string, sent: Record<string, object>) => ({
  [path]: { post: sending(sent, name) },
  [`${path}/{id}`]: { parameters: [parameter('id')], get: sending(undefined, name, 200) },
})

/** An item of a small server. */
export interface Thing {
  [name: string]: unknown
  id: string
}
export type Response = [status: number, body?: unknown]

export const fail = (status: number, code: string, message: string): Response => [status, { code, message }]
export const blame = (field: string, message: string): Response => [
  422,
  { code: 'invalid', errors: [{ field, message }] },
]
