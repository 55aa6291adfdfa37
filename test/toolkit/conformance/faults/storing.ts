/** Faults of storage: a property that is lost or bent on its way into the store. */
import {
  asksJson,
  editJson,
  type Fault,
  fieldOf,
  isObject,
  type JsonObject,
  jsonOf,
  operationOf,
  returnsJson,
  succeeded,
  withBytes,
} from './fault.ts'

const creates = ['createPrompt', 'createFolder', 'createDataset', 'createWebhook']
const document = (operation: string, part: string) => `OpenAPI document: ${operation}, ${part}`

const lost = (operation: string, member: string, suffering: string): Fault => ({
  name: `${operation}-loses-${member}`,
  class: 'storing',
  suffering,
  breaks: document(operation, `request member ${member}`),
  plant: () =>
    asksJson(operation, (body) => {
      delete body[member]
    }),
})

/** Bends every text of a request body, at any depth. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]))
}

const bent = (name: string, suffering: string, members: string[], map: (text: string) => string): Fault => ({
  name,
  class: 'storing',
  suffering,
  breaks: document(creates.join(', '), `request members ${members.join(', ')}`),
  plant: () =>
    asksJson(creates, (body) => {
      for (const member of members) if (member in body) body[member] = mapTexts(body[member], map)
    }),
})

export const storingFaults: Fault[] = [
  lost('createPrompt', 'folderId', 'Every new prompt lands at the root, and the folder stays empty.'),
  lost('createPrompt', 'description', 'What a prompt is for is gone as soon as it is saved.'),
  lost('createPrompt', 'tags', 'Prompts cannot be found by the tags that they were made with.'),
  lost('createPrompt', 'temperature', 'Executions run at another temperature than the author chose.'),
  lost('createPrompt', 'draft', 'A draft that nobody reviewed is published at once.'),
  lost('createPromptVersion', 'commitMessage', 'Nobody can tell later why a version was published.'),
  lost('createFolder', 'parentId', 'The tree of folders is flat.'),
  lost('createDataset', 'items', 'A dataset made with its test cases is empty.'),
  lost('createWebhook', 'description', 'Webhooks cannot be told apart in a list.'),
  lost('createWebhook', 'filters', 'A webhook for one folder hears of every prompt.'),
  lost('createApiKey', 'expiresAt', 'A key that was meant to end tomorrow works for ever.'),
  {
    name: 'echo-hides-lost-description',
    class: 'storing',
    suffering: 'The answer to the creation shows the description, every later read shows none.',
    breaks: document('createPrompt', 'request member description'),
    plant: () => async (request, send) => {
      if (operationOf(request) !== 'createPrompt') return send(request)
      let sent: unknown
      const stripped = editJson(request, (body) => {
        sent = body.description
        delete body.description
      })
      const response = await send(stripped)
      if (!succeeded(response) || sent === undefined) return response
      return editJson(response, (body) => {
        body.description = sent
      })
    },
  },
  {
    name: 'zero-is-absent',
    class: 'storing',
    suffering: 'Temperature 0, asked for so that outputs repeat, is taken as none given.',
    breaks: document('createPrompt, updatePrompt', 'temperature, minimum 0'),
    plant: () =>
      asksJson(['createPrompt', 'updatePrompt'], (body) => {
        if (body.temperature === 0) body.temperature = null
      }),
  },
  {
    name: 'fractions-are-cut',
    class: 'storing',
    suffering: 'Temperature 0.7 is stored as 0: outputs differ from what was tried.',
    breaks: 'Source: execution request, temperature is a number',
    plant: () =>
      asksJson(['createPrompt', 'updatePrompt', 'executePrompt'], (body) => {
        if (typeof body.temperature === 'number') body.temperature = Math.trunc(body.temperature)
      }),
  },
  bent('names-are-lower-cased', 'A prompt is not shown by the name that people gave it.', ['name'], (text) =>
    text.toLowerCase(),
  ),
  bent(
    'content-is-trimmed',
    'The blank line that ends a prompt is gone, and outputs change.',
    ['content'],
    (text) => (text.trim() === '' ? text : text.trim()),
  ),
  bent(
    'line-ends-are-rewritten',
    'The hash of a content is not that of what was sent.',
    ['content'],
    (text) => text.replaceAll('\r\n', '\n'),
  ),
  bent('long-content-is-cut', 'A long prompt loses its end, and nobody is told.', ['content'], (text) =>
    text.slice(0, 8192),
  ),
  bent(
    'letters-beyond-latin-are-lost',
    'Names in Greek or Cyrillic, and emoji, come back as question marks.',
    ['name', 'content', 'description'],
    (text) => text.replace(/[^\p{ASCII}\u0080-\u00ff]/gu, '?'),
  ),
  bent(
    'markup-is-stripped',
    'A prompt that holds <b> or a comparison with < is changed on saving.',
    ['content', 'description'],
    (text) => text.replace(/<[^>]*>/g, ''),
  ),
  {
    name: 'utf-8-is-read-as-latin-1',
    class: 'storing',
    suffering: 'Every letter beyond ASCII comes back as two wrong ones.',
    breaks: 'RFC 8259, section 8.1: JSON between systems is UTF-8',
    plant: () => async (request, send) => {
      const garbled =
        operationOf(request) === 'createPrompt' && jsonOf(request) !== undefined
          ? Buffer.from(request.body.toString('latin1'))
          : request.body
      return send(garbled.equals(request.body) ? request : withBytes(request, garbled))
    },
  },
  {
    name: 'tags-are-one-tag',
    class: 'storing',
    suffering: 'Only the first of several tags is kept.',
    breaks: document('createPrompt, updatePrompt', 'tags is an array'),
    plant: () =>
      asksJson(['createPrompt', 'updatePrompt'], (body) => {
        if (Array.isArray(body.tags)) body.tags = body.tags.slice(0, 1)
      }),
  },
  {
    name: 'tags-are-sorted-backwards',
    class: 'storing',
    suffering: 'Lists that people put in order come back in another.',
    breaks: document('createDataset', 'items, in their order'),
    plant: () =>
      asksJson(['createDataset', 'createDatasetItems'], (body) => {
        if (Array.isArray(body.items)) body.items.reverse()
      }),
  },
  {
    name: 'metadata-is-flattened',
    class: 'storing',
    suffering: 'Nested metadata of a test case comes back as text.',
    breaks: document('createDatasetItems', 'items[].metadata is a free object'),
    plant: () =>
      asksJson(['createDataset', 'createDatasetItems'], (body) => {
        for (const item of (body.items as JsonObject[] | undefined) ?? []) {
          if (!isObject(item?.metadata)) continue
          item.metadata = Object.fromEntries(
            Object.entries(item.metadata).map(([name, value]) => [name, String(value)]),
          )
        }
      }),
  },
  {
    name: 'only-the-first-event-is-kept',
    class: 'storing',
    suffering: 'A webhook for five event types hears of one.',
    breaks: 'Source: webhook, events is an array of the event types subscribed to',
    plant: () =>
      asksJson(['createWebhook', 'updateWebhook'], (body) => {
        if (Array.isArray(body.events)) body.events = body.events.slice(0, 1)
      }),
  },
  {
    name: 'scopes-of-new-keys-are-widened',
    class: 'storing',
    suffering: 'A key that was made to read prompts may change the organization.',
    breaks: document('createApiKey', 'scopes'),
    plant: () =>
      asksJson('createApiKey', (body) => {
        if (Array.isArray(body.scopes) && !body.scopes.includes('prompts:write'))
          body.scopes = [...body.scopes, 'prompts:write']
      }),
  },
  {
    name: 'creation-answers-with-the-request',
    class: 'storing',
    suffering: 'The members that the server fills in are missing from what it says it created.',
    breaks: document('createFolder', '201 is the new folder'),
    plant: () => async (request, send) => {
      const response = await send(request)
      if (operationOf(request) !== 'createFolder' || !succeeded(response)) return response
      return editJson(response, (body) => {
        for (const member of ['path', 'createdAt', 'updatedAt']) delete body[member]
      })
    },
  },
  {
    name: 'charset-in-content-type-is-refused',
    class: 'storing',
    suffering: 'A client whose library writes "application/json; charset=utf-8" cannot create anything.',
    breaks: 'RFC 9110, section 8.3.1: parameters of a media type',
    plant: () => async (request, send) => {
      const type = fieldOf(request, 'content-type')
      if (!type?.includes('charset')) return send(request)
      const response = await send(request)
      return succeeded(response) ? { ...response, status: 415 } : response
    },
  },
  {
    name: 'created-at-is-the-time-of-reading',
    class: 'storing',
    suffering: 'Nobody can tell when a prompt was made: each read shows another moment.',
    breaks: document('getPrompt', 'createdAt'),
    plant: () => {
      let reads = 0
      return returnsJson(['getPrompt', 'getFolder', 'getDataset'], (body) => {
        if (typeof body.createdAt === 'string')
          body.createdAt = new Date(Date.parse(body.createdAt) + ++reads * 1000).toISOString()
      })
    },
  },
]
