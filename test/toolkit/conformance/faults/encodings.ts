/** Faults of how values are written: times, wrappers, media types, bytes. */
import {
  anything,
  type Fault,
  fieldOf,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  resourcesOf,
  responses,
  returnsJson,
  showsResources,
  succeeded,
  type WireResponse,
  withBytes,
  withField,
  withJson,
} from './fault.ts'

const TIMES = 'OpenAPI document: Timestamp; source: ISO 8601'
const times = ['createdAt', 'updatedAt', 'deliveredAt', 'completedAt', 'joinedAt', 'invitedAt']

const everyTime = (name: string, suffering: string, bend: (text: string) => unknown): Fault => ({
  name,
  class: 'shape',
  suffering,
  breaks: TIMES,
  plant: () =>
    returnsJson(anything, (body) => {
      for (const one of resourcesOf(body))
        for (const time of times) if (typeof one[time] === 'string') one[time] = bend(one[time] as string)
    }),
})

const wire = (
  name: string,
  suffering: string,
  breaks: string,
  edit: (response: WireResponse) => WireResponse,
): Fault => ({
  name,
  class: 'shape',
  suffering,
  breaks,
  plant: () =>
    responses(anything, (response) =>
      succeeded(response) && objectOf(response) !== undefined ? edit(response) : response,
    ),
})

/** Renames properties, at any depth but inside what users named themselves. */
function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCased(one),
    ]),
  )
}

export const encodingFaults: Fault[] = [
  everyTime('times-lack-the-zone', 'Clients in other zones are hours off.', (text) => text.replace(/Z$/, '')),
  everyTime('times-have-an-offset', 'Texts can no longer be compared to sort by time.', (text) =>
    text.replace(/Z$/, '+00:00'),
  ),
  everyTime('times-have-blanks', 'Strict parsers refuse every answer.', (text) => text.replace('T', ' ')),
  everyTime('times-lack-milliseconds', 'Two changes within a second cannot be told apart.', (text) =>
    text.replace(/\.\d{3}Z$/, 'Z'),
  ),
  everyTime('times-are-numbers', 'Clients show the year 56000.', (text) => Date.parse(text)),
  everyTime('times-are-unix-seconds-as-text', 'Clients show no date at all.', (text) =>
    String(Math.floor(Date.parse(text) / 1000)),
  ),
  wire(
    'answers-are-wrapped',
    'Clients find the members one level deeper than promised.',
    'Decisions: a success is the bare resource',
    (response) => withJson(response, { success: true, data: objectOf(response) }),
  ),
  wire(
    'members-are-snake-cased',
    'Instead of createdAt there is created_at, and clients see undefined.',
    'Source: field names',
    (response) => withJson(response, snakeCased(objectOf(response))),
  ),
  wire(
    'lists-are-bare',
    'Clients find neither the items nor the cursor.',
    'OpenAPI document: lists; source: object with deliveries',
    (response) => {
      const items = itemsOf(objectOf(response) as JsonObject)
      return items ? withJson(response, items) : response
    },
  ),
  wire(
    'content-type-is-text',
    'Libraries hand out a text where an object is expected.',
    'OpenAPI document: application/json',
    (response) => withField(response, 'Content-Type', 'text/plain; charset=utf-8'),
  ),
  wire(
    'content-type-is-missing',
    'Libraries guess, some of them wrong.',
    'RFC 9110, section 8.3',
    (response) => withField(response, 'Content-Type'),
  ),
  wire(
    'json-begins-with-a-bom',
    'Strict parsers refuse every answer.',
    'RFC 8259, section 8.1: no byte order mark',
    (response) => withBytes(response, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), response.body])),
  ),
  wire('json-is-cut-off', 'No client can read the answer.', 'RFC 8259', (response) =>
    withBytes(response, response.body.subarray(0, response.body.length - 2)),
  ),
  wire(
    'json-is-encoded-twice',
    'Clients get a text that holds JSON.',
    'OpenAPI document: answers are objects',
    (response) => withJson(response, response.body.toString()),
  ),
  {
    name: 'html-is-escaped',
    class: 'shape',
    suffering: 'People read &lt; and &amp;amp; in their prompts.',
    breaks: 'OpenAPI document: content comes back as it was sent',
    plant: () =>
      showsResources('prompt', (one) => {
        if (typeof one.content === 'string')
          one.content = one.content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      }),
  },
  {
    name: 'empty-answers-say-no-content-with-content-type',
    class: 'shape',
    suffering: 'Libraries try to parse the body of a deletion and crash.',
    breaks: 'OpenAPI document: 204 has no content; source: none',
    plant: () =>
      responses(anything, (response) =>
        response.status === 204
          ? withBytes(
              withField({ ...response, status: 200 }, 'Content-Type', 'application/json'),
              Buffer.from(''),
            )
          : response,
      ),
  },
  {
    name: 'downloads-have-a-wrong-type',
    class: 'shape',
    suffering: 'A browser shows a PDF as text.',
    breaks: 'OpenAPI document: downloadReportExport, media types',
    plant: () =>
      responses('downloadReportExport', (response) =>
        succeeded(response) ? withField(response, 'Content-Type', 'application/octet-stream') : response,
      ),
  },
  {
    name: 'exports-are-not-what-was-asked-for',
    class: 'shape',
    suffering: 'A dataset that was to be CSV comes as lines of JSON.',
    breaks: 'OpenAPI document: exportDatasetItems, format',
    plant: () => async (request, send) => {
      const response = await send(request)
      if (operationOf(request) !== 'exportDatasetItems' || !succeeded(response)) return response
      const csv = fieldOf(response, 'content-type')?.includes('csv')
      return withField(response, 'Content-Type', csv ? 'application/jsonl' : 'text/csv; charset=utf-8')
    },
  },
]
