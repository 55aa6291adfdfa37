/** The documents of the three servers of notes. */
import { documentOf } from '../../../../src/toolkit/openapi/index.ts'
import type { Manner } from './notesServer.ts'

const VERBS = ['created', 'updated', 'deleted']
const text = { type: 'string' }
const json = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } })
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const responses = (status: number, schema?: object) => ({
  [status]: { description: 'So', ...(schema && json(schema)) },
  400: { description: 'Not understood' },
  404: { description: 'None' },
})
const sent = (schema: object, parameters: object[] = [], type?: string) => ({
  post: {
    parameters: parameters.map((one) => ({ in: 'header', required: true, schema: text, ...one })),
    requestBody: { required: true, ...json(schema, type) },
    responses: { 204: { description: 'Heard' } },
  },
})

const note = object({ note_id: text, text })
const newNote = object({ text: { type: 'string', minLength: 1 } })
const cloudEvent = (type: string) =>
  object({
    specversion: { const: '1.0' },
    id: text,
    source: text,
    type: { const: type },
    time: { type: 'string', format: 'date-time' },
    data: note,
  })

const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } })
const at = (name: string) => ({ name, in: 'path', required: true, schema: text })

/** Notes and hooks below a path. */
const paths = (below: string, hook: object, callbacks?: object) => ({
  [`${below}/notes`]: {
    post: { operationId: 'createNote', ...body(newNote), responses: responses(201, note) },
  },
  [`${below}/notes/{noteId}`]: {
    parameters: [at('noteId')],
    get: { operationId: 'getNote', responses: responses(200, note) },
    patch: { operationId: 'updateNote', ...body(newNote), responses: responses(200, note) },
    delete: { operationId: 'deleteNote', responses: responses(204) },
  },
  [`${below}/hooks`]: {
    post: {
      operationId: 'createHook',
      ...body(hook),
      responses: responses(201, object({ id: text, secret: text }, ['id'])),
      ...(callbacks && { callbacks }),
    },
  },
  [`${below}/hooks/{hookId}`]: {
    parameters: [at('hookId')],
    patch: {
      operationId: 'updateHook',
      ...body(object({ topics: { type: 'array', items: text } })),
      responses: responses(200),
    },
    delete: { operationId: 'deleteHook', responses: responses(204) },
  },
})

const url = { type: 'string', format: 'uri' }
const topics = (prefix: string) => VERBS.map((verb) => `${prefix}note.${verb}`)
const hook = (prefix: string) =>
  object({ url, topics: { type: 'array', items: { type: 'string', enum: topics(prefix) } } })
const PREFIX = 'com.example.notes.'
const openapi = (more: object) =>
  documentOf({ openapi: '3.1.0', info: { title: 'Notes', version: '1' }, ...more } as never, 'notes.json')

const space = object({ id: text, name: text })
const below = openapi({
  paths: {
    '/spaces': {
      post: {
        operationId: 'createSpace',
        ...body(object({ name: text })),
        responses: responses(201, space),
      },
    },
    '/spaces/{spaceId}': {
      parameters: [at('spaceId')],
      get: { operationId: 'getSpace', responses: responses(200, space) },
      delete: { operationId: 'deleteSpace', responses: responses(204) },
    },
    ...Object.fromEntries(
      Object.entries(paths('/spaces/{spaceId}', hook(''))).map(
        ([path, { parameters = [], ...item }]: [string, { parameters?: object[] }]) => [
          path,
          { parameters: [at('spaceId'), ...parameters], ...item },
        ],
      ),
    ),
  },
  webhooks: Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      sent(
        object({
          id: text,
          type: { const: `note.${verb}` },
          created: { type: 'integer', description: 'Unix seconds.' },
          space: text,
          data: object({ object: note }),
        }),
        [{ name: 'X-Notes-Signature', description: '`t=<seconds>,v1=<hex>`' }],
      ),
    ]),
  ),
})

const called = openapi({
  paths: paths(
    '',
    {
      ...hook(PREFIX),
      properties: { ...hook(PREFIX).properties, secret: { type: 'string', maxLength: 100 } },
    },
    {
      note: {
        '{$request.body#/url}': sent(
          { oneOf: topics(PREFIX).map(cloudEvent) },
          [
            { name: 'X-Notes-Timestamp' },
            {
              name: 'X-Notes-Signature',
              description: '`v0=` and the hex HMAC-SHA256 of `v0:<time>:<body>`.',
            },
          ],
          'application/cloudevents+json',
        ),
      },
    },
  ),
})

const withHeaders = (types: string[]) => ({
  allOf: [
    object({
      'ce-id': text,
      'ce-time': { type: 'string', format: 'date-time' },
      'X-Notes-Hmac': { type: 'string', description: 'Base64 of the HMAC-SHA256 of the body.' },
    }),
    object({ 'ce-type': { enum: types } }),
  ],
})
const [createdTopic = '', updatedTopic = '', deletedTopic = ''] = topics(PREFIX)
const channel = (name: string) => ({
  [name]: { messages: { [name]: { $ref: `#/components/messages/${name}` } } },
})
const topicEvents = documentOf(
  {
    asyncapi: '3.0.0',
    info: { title: 'Events of notes', version: '1' },
    channels: { ...channel('changed'), ...channel('gone') },
    operations: {
      changed: { action: 'send', channel: { $ref: '#/channels/changed' } },
      gone: { action: 'send', channel: { $ref: '#/channels/gone' } },
    },
    components: {
      messages: {
        changed: {
          contentType: 'application/json',
          headers: withHeaders([createdTopic, updatedTopic]),
          payload: note,
        },
        gone: {
          contentType: 'application/json',
          headers: withHeaders([deletedTopic]),
          payload: { ...object({ note_id: text }), additionalProperties: false },
        },
      },
    },
  } as never,
  'events.json',
)

export const noteDocuments: Record<
  Manner,
  { document: ReturnType<typeof documentOf>; events: ReturnType<typeof documentOf> }
> = {
  below: { document: below, events: below },
  called: { document: called, events: called },
  topics: {
    document: openapi({
      paths: paths('', object({ url, topic: { type: 'string', enum: topics(PREFIX) } })),
    }),
    events: topicEvents,
  },
}
