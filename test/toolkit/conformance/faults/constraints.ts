/** Faults of accepted input: constraints that are not enforced. */
import {
  anything,
  type Concern,
  editJson,
  type Fault,
  forgives,
  type JsonObject,
  objectOf,
  operationOf,
  withField,
  withJson,
  withQuery,
} from './fault.ts'

const CONSTRAINTS =
  'Source: errors, 400 "Invalid parameters or validation failure"; OpenAPI document: request schema'

/** Accepts input that the right server rejects, by fixing the property first, as sloppy servers do silently. */
const accepts = (
  name: string,
  suffering: string,
  concern: Concern,
  fix: (body: JsonObject) => void,
  breaks = CONSTRAINTS,
): Fault => ({
  name,
  class: 'constraints',
  suffering,
  breaks,
  plant: () =>
    forgives(400, concern, (request) => {
      const fixed = editJson(request, fix)
      return fixed === request ? undefined : fixed
    }),
})

const texts = ['name', 'content', 'description', 'commitMessage']

const known: Record<string, readonly string[]> = {
  createPrompt: ['name', 'content', 'folderId', 'draft', 'description', 'tags', 'model', 'temperature'],
  updatePrompt: ['name', 'content', 'folderId', 'description', 'tags', 'model', 'temperature'],
  createFolder: ['name', 'parentId'],
  createDataset: ['name', 'description', 'inputSchema', 'items'],
  createWebhook: ['url', 'events', 'description', 'apiVersion', 'filters'],
  executePrompt: ['variables', 'model', 'temperature', 'version', 'label', 'strict'],
}

export const constraintFaults: Fault[] = [
  accepts(
    'empty-content-is-taken',
    'A prompt without content is stored, and every execution fails.',
    ['createPrompt', 'updatePrompt'],
    (body) => {
      if (body.content === '') body.content = ' '
    },
    'Source: prompt, content "must not be empty (validation error otherwise)"',
  ),
  accepts('long-names-are-taken', 'Names longer than allowed are cut without a word.', anything, (body) => {
    for (const name of texts)
      if (typeof body[name] === 'string')
        body[name] = (body[name] as string).slice(0, name === 'name' ? 64 : 500)
  }),
  accepts(
    'control-characters-are-taken',
    'Names with control characters spoil lists and logs.',
    anything,
    (body) => {
      for (const name of texts)
        if (typeof body[name] === 'string') body[name] = (body[name] as string).replace(/\p{Cc}/gu, '') || 'x'
    },
  ),
  accepts(
    'numbers-are-taken-for-texts',
    'A name that was sent as a number is stored, and comes back as a text.',
    anything,
    (body) => {
      for (const name of texts)
        if (typeof body[name] === 'number' || typeof body[name] === 'boolean') body[name] = String(body[name])
    },
  ),
  accepts(
    'texts-are-taken-for-numbers',
    'The text "0.5" is taken as a number, and "abc" as none.',
    anything,
    (body) => {
      for (const name of ['temperature', 'version', 'fromVersion', 'concurrency', 'passThreshold'])
        if (typeof body[name] === 'string') body[name] = Number(body[name]) || 1
    },
  ),
  accepts(
    'texts-are-taken-for-booleans',
    '"false" is true: a prompt meant for publication stays a draft.',
    anything,
    (body) => {
      for (const name of ['draft', 'strict'])
        if (name in body && typeof body[name] !== 'boolean') body[name] = Boolean(body[name])
    },
  ),
  accepts('temperature-is-clamped', 'Temperature 7 becomes 2 without a word.', anything, (body) => {
    if (typeof body.temperature === 'number') body.temperature = Math.min(Math.max(body.temperature, 0), 2)
  }),
  accepts(
    'unknown-events-are-dropped',
    'A webhook for a misspelt event type never hears anything.',
    ['createWebhook', 'updateWebhook'],
    (body) => {
      if (Array.isArray(body.events)) {
        body.events = body.events.filter(
          (event) =>
            /^(prompt|report|evaluation)\.[a-z.]+$/.test(String(event)) && event !== 'prompt.exploded',
        )
        if ((body.events as unknown[]).length === 0) body.events = ['prompt.created']
      }
    },
    'Source: events, event types',
  ),
  accepts(
    'plain-http-webhooks-are-taken',
    'Events with customer data go over the network in clear.',
    ['createWebhook', 'updateWebhook'],
    (body) => {
      if (typeof body.url === 'string') body.url = body.url.replace(/^http:/, 'https:')
    },
    'Source: webhook, url "HTTPS only"',
  ),
  accepts(
    'missing-names-are-filled-in',
    'What was sent without its name is stored as "Untitled".',
    ['createPrompt', 'createFolder', 'createDataset'],
    (body) => {
      body.name ??= 'Untitled'
    },
    'Source: prompt, name "Required on creation"',
  ),
  accepts(
    'missing-content-is-filled-in',
    'A prompt without content is stored with a placeholder.',
    'createPrompt',
    (body) => {
      // The faulty server's generated value, no work left to do here.
      body.content ??= 'TODO'
    },
    'Source: prompt, content "Required on creation"',
  ),
  accepts('null-is-taken-for-required', 'A name that is null is stored.', anything, (body) => {
    for (const name of ['name', 'content', 'url'])
      if (body[name] === null) body[name] = name === 'url' ? 'https://example.com/' : 'null'
  }),
  {
    name: 'unknown-members-are-dropped',
    class: 'constraints',
    suffering: 'A misspelt member is dropped in silence, and the setting that it meant is never made.',
    breaks: 'OpenAPI document: info, "unknown members of a body are refused with 400"',
    plant: () =>
      forgives(400, Object.keys(known), (request) => {
        const names = known[operationOf(request) ?? ''] ?? []
        const fixed = editJson(request, (body) => {
          for (const name of Object.keys(body)) if (!names.includes(name)) delete body[name]
        })
        return fixed === request ? undefined : fixed
      }),
  },
  accepts(
    'identifiers-of-another-kind-are-taken',
    'A folder id where a prompt id belongs is taken and leads nowhere.',
    ['createPrompt', 'updatePrompt'],
    (body) => {
      if (typeof body.folderId === 'string') delete body.folderId
      if (Object.keys(body).length === 0) body.description = null
    },
  ),
  accepts(
    'duplicate-tags-are-merged',
    'Lists that must hold no item twice are mended without a word.',
    anything,
    (body) => {
      for (const name of ['tags', 'events', 'scopes'])
        if (Array.isArray(body[name])) body[name] = [...new Set(body[name] as unknown[])]
    },
  ),
  accepts('too-many-items-are-cut', 'Of 101 changes one is lost without a word.', anything, (body) => {
    for (const [name, value] of Object.entries(body))
      if (Array.isArray(value)) body[name] = value.slice(0, name === 'tags' ? 10 : 100)
  }),
  {
    name: 'broken-json-is-mended',
    class: 'constraints',
    suffering: 'A body that was cut off on the way is taken as if it were whole.',
    breaks: 'RFC 8259; OpenAPI document: 400 INVALID_JSON',
    plant: () =>
      forgives(400, anything, (request) => {
        if (objectOf(request) !== undefined || request.body.length === 0) return undefined
        return withJson(withField(request, 'Content-Type', 'application/json'), {
          name: 'Mended',
          content: 'x',
        })
      }),
  },
  {
    name: 'any-content-type-is-taken',
    class: 'constraints',
    suffering: 'A form of a foreign page is taken as JSON: cross-site requests work.',
    breaks: 'Source: "Requests with bodies use Content-Type: application/json"; OpenAPI document: 415',
    plant: () => forgives(415, anything, (request) => withField(request, 'Content-Type', 'application/json')),
  },
  {
    name: 'accept-is-ignored',
    class: 'constraints',
    suffering: 'A client that asked for XML alone gets JSON.',
    breaks: 'OpenAPI document: 406',
    plant: () => forgives(406, anything, (request) => withField(request, 'Accept', '*/*')),
  },
  {
    name: 'foreign-enum-values-are-ignored-in-queries',
    class: 'constraints',
    suffering: 'Sorting by "colour" sorts by something else, and nobody is told.',
    breaks: 'OpenAPI document: query parameters with enum',
    plant: () =>
      forgives(400, anything, (request) => {
        const fixed = withQuery(request, (query) => {
          for (const name of ['sort', 'order', 'status', 'type', 'format', 'mode', 'role']) query.delete(name)
        })
        return fixed === request ? undefined : fixed
      }),
  },
  {
    name: 'odd-booleans-are-taken-in-queries',
    class: 'constraints',
    suffering: 'Whoever writes recursive=no deletes a folder with everything in it.',
    breaks: 'OpenAPI document: recursive is a boolean',
    plant: () =>
      forgives(400, anything, (request) => {
        const fixed = withQuery(request, (query) => {
          if (query.has('recursive')) query.set('recursive', 'true')
        })
        return fixed === request ? undefined : fixed
      }),
  },
]
