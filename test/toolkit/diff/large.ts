/** A thousand operations with shared schemas that lead to one another. */
export function large(limit: (index: number) => number): object {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index)
  const reference = (index: number) => ({ $ref: `#/components/schemas/Thing${index}` })
  const property = (index: number) => ({
    type: 'string',
    maxLength: limit(index),
    pattern: `^[a-z]{0,${limit(index)}}$`,
  })
  const schema = (index: number) => ({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string' },
      ...Object.fromEntries(
        range(10).map((at) => [`member${at}`, { type: ['string', 'null'], description: `Member ${at}.` }]),
      ),
      next: reference((index + 1) % 500),
      others: { type: 'array', items: reference((index + 7) % 500) },
    },
  })
  const content = (body: object) => ({ 'application/json': { schema: body } })
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1.0.0' },
    paths: Object.fromEntries(
      range(1000).map((index) => [
        `/things${index}`,
        {
          post: {
            operationId: `makeThing${index}`,
            requestBody: { content: content({ type: 'object', properties: { name: property(index) } }) },
            responses: {
              200: { description: 'Made.', content: content(reference(index % 500)) },
              ...Object.fromEntries(
                range(8).map((at) => [400 + at, { description: 'Refused.', content: content(reference(0)) }]),
              ),
            },
          },
        },
      ]),
    ),
    components: { schemas: Object.fromEntries(range(500).map((index) => [`Thing${index}`, schema(index)])) },
  }
}
