/** A document of orders with lines, books and numbered slots: nested bodies, pages, actions and keys in a plain style. */
const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })
const ok = (schema: object, headers: object = {}) => ({ description: 'Done.', headers, ...json(schema) })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: object, required: string[] = []) => ({ type: 'object', required, properties })
const list = (items: object) => ({ type: 'array', items })
const path = (name: string, schema: object = text) => [{ name, in: 'path', required: true, schema }]
const text = { type: 'string' }
const integer = { type: 'integer' }
const maybe = { type: ['string', 'null'] }
const rejected = {
  400: { description: 'Refused.', ...json(ref('Error')) },
  404: { description: 'Lost.', ...json(ref('Error')) },
}
const address = { street: text, city: text, zip: text, note: maybe }
const lineInput = { sku: text, quantity: { ...integer, default: 1 }, packing: ref('Packing') }

export const ORDERS = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [],
  paths: {
    '/slots': {
      get: {
        parameters: [{ name: 'tags', in: 'query', schema: text }],
        responses: { 200: ok(list(ref('Slot'))) },
      },
    },
    '/slots/{slotId}': {
      parameters: path('slotId', integer),
      get: { responses: { 200: ok(ref('Slot')), ...rejected } },
      put: {
        requestBody: json(object({ tags: list(text) }, ['tags'])),
        responses: { 200: ok(ref('Slot')), 201: ok(ref('Slot')), ...rejected },
      },
    },
    '/orders': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { ...integer, minimum: 1, default: 1 } },
          { name: 'per_page', in: 'query', schema: { ...integer, default: 2 } },
          { name: 'customer', in: 'query', schema: text },
        ],
        responses: {
          200: ok(
            object(
              {
                data: list(ref('Order')),
                meta: object({ page: integer, perPage: integer, total: integer, total_pages: integer }, [
                  'page',
                  'perPage',
                  'total',
                  'total_pages',
                ]),
              },
              ['data', 'meta'],
            ),
          ),
        },
      },
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
        requestBody: json(
          object(
            {
              customer: text,
              currency: text,
              copies: { ...integer, default: 1 },
              address: object({ ...address, country: { ...text, default: 'CH' } }, ['street']),
              lines: list(object(lineInput, ['sku'])),
            },
            ['customer'],
          ),
        ),
        responses: {
          201: ok(ref('Order'), { 'Idempotent-Replayed': { schema: { const: 'true' } } }),
          ...rejected,
          422: { description: 'Refused.', ...json(ref('Error')) },
        },
      },
    },
    '/orders/{orderId}/cancel': {
      parameters: path('orderId'),
      post: {
        requestBody: json(object({ currency: text, reason: text })),
        responses: { 200: ok(ref('Order')), ...rejected },
      },
    },
    '/books': {
      get: {
        parameters: [
          { name: 'offset', in: 'query', schema: { ...integer, default: 0 } },
          { name: 'limit', in: 'query', schema: { ...integer, default: 20 } },
        ],
        responses: {
          200: ok(list(ref('Book')), {
            Link: { schema: text },
            'X-Total-Count': { required: true, schema: integer },
          }),
        },
      },
      post: {
        requestBody: json(object({ title: { ...text, minLength: 1 } }, ['title'])),
        responses: { 201: ok(ref('Book')), ...rejected },
      },
    },
    '/books/{slug}': {
      parameters: path('slug'),
      get: { responses: { 200: ok(ref('Book')), ...rejected } },
    },
    '/orders/{orderId}': {
      parameters: path('orderId'),
      get: { responses: { 200: ok(ref('Order')), ...rejected } },
      patch: {
        requestBody: json(
          object({
            customer: text,
            address: { anyOf: [object({ ...address, zip: maybe }), { type: 'null' }] },
          }),
          'application/merge-patch+json',
        ),
        responses: { 200: ok(ref('Order')), ...rejected },
      },
    },
  },
  components: {
    schemas: {
      Packing: object({ kind: { ...text, default: 'box' }, gift: { type: 'boolean' } }),
      Order: object(
        {
          id: text,
          customer: text,
          currency: text,
          copies: integer,
          address: object({ ...address, country: text }, ['street']),
          lines: list(ref('Line')),
          created_at: { ...text, format: 'date-time' },
        },
        ['id', 'customer', 'currency', 'created_at'],
      ),
      Line: object({ id: text, ...lineInput, price: object({ cents: integer }, ['cents']) }, [
        'id',
        'sku',
        'price',
      ]),
      Slot: object({ id: integer, tags: list(text) }, ['id', 'tags']),
      Book: object({ slug: text, title: text, shelf_id: text }, ['slug', 'title', 'shelf_id']),
      Error: object({ error: text, field: text }, ['error']),
    },
  },
}
