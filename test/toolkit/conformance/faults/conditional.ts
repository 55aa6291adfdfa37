/** Faults of conditional requests and of idempotency. */
import {
  anything,
  asks,
  bearerOf,
  codeOf,
  type Fault,
  fieldOf,
  operationOf,
  responses,
  succeeded,
  type WireRequest,
  type WireResponse,
  withBytes,
  withField,
} from './fault.ts'

const conditional = (name: string, suffering: string, breaks: string, plant: Fault['plant']): Fault => ({
  name,
  class: 'conditional',
  suffering,
  breaks,
  plant,
})

const idempotency = (name: string, suffering: string, plant: Fault['plant']): Fault => ({
  name,
  class: 'idempotency',
  suffering,
  breaks: 'OpenAPI document: Idempotency-Key, "the same key with the same request returns the first answer"',
  plant,
})

const isRead = (request: WireRequest) => ['GET', 'HEAD'].includes(request.method)

export const conditionalFaults: Fault[] = [
  conditional(
    'if-match-is-ignored',
    'The second of two people who save takes the work of the first away.',
    'OpenAPI document: If-Match',
    () => asks(anything, (request) => withField(request, 'If-Match')),
  ),
  conditional(
    'if-match-is-ignored-on-delete',
    'What somebody just changed is deleted.',
    'OpenAPI document: deletePrompt, If-Match',
    () =>
      asks(
        (request) => request.method === 'DELETE',
        (request) => withField(request, 'If-Match'),
      ),
  ),
  conditional(
    'if-match-is-never-met',
    'Nobody who sends If-Match can save.',
    'OpenAPI document: If-Match',
    () =>
      asks(
        (request) => fieldOf(request, 'if-match') !== undefined,
        (request) => withField(request, 'If-Match', '"0-never"'),
      ),
  ),
  conditional(
    'if-match-star-is-refused',
    'Clients that say "if it exists at all" are refused.',
    'RFC 9110, section 13.1.1: If-Match: *',
    () =>
      asks(
        (request) => fieldOf(request, 'if-match') === '*',
        (request) => withField(request, 'If-Match', '"0-never"'),
      ),
  ),
  conditional(
    'if-match-takes-the-first-of-a-list',
    'A list of entity tags is not understood.',
    'RFC 9110, section 13.1.1',
    () =>
      asks(
        (request) => fieldOf(request, 'if-match')?.includes(',') ?? false,
        (request) =>
          withField(request, 'If-Match', (fieldOf(request, 'if-match') ?? '').split(',')[0]?.trim()),
      ),
  ),
  conditional(
    'batch-etags-are-ignored',
    'A batch overwrites what changed in between.',
    'OpenAPI document: PromptChange, etag',
    () =>
      asks(['updatePrompts', 'updateFolders', 'updateDatasets', 'updateWebhooks'], (request) => {
        const text = request.body.toString()
        const without = text.replace(/"etag"\s*:\s*"(?:[^"\\]|\\.)*"\s*,?/g, '').replace(/,\s*}/g, '}')
        return without === text ? request : withBytes(request, Buffer.from(without))
      }),
  ),
  conditional(
    'if-none-match-is-ignored',
    'Every poll downloads everything again.',
    'OpenAPI document: If-None-Match, 304',
    () => asks(anything, (request) => withField(request, 'If-None-Match')),
  ),
  conditional(
    'not-modified-for-ever',
    'A client that polls never sees a change.',
    'OpenAPI document: If-None-Match',
    () =>
      responses(isRead, (response, request) =>
        fieldOf(request, 'if-none-match') && response.status === 200
          ? withField(
              withField({ ...response, status: 304, body: Buffer.alloc(0) }, 'Content-Type'),
              'Content-Length',
            )
          : response,
      ),
  ),
  conditional('not-modified-lacks-the-etag', 'Caches drop what they hold.', 'RFC 9110, section 15.4.5', () =>
    responses(anything, (response) => (response.status === 304 ? withField(response, 'ETag') : response)),
  ),
  conditional('etag-is-missing', 'Nobody can guard a change against others.', 'OpenAPI document: ETag', () =>
    responses(['getPrompt', 'getFolder', 'getDataset', 'getWebhook'], (response) =>
      withField(response, 'ETag'),
    ),
  ),
  conditional('etag-has-no-quotes', 'Libraries refuse the entity tag.', 'RFC 9110, section 8.8.3', () =>
    responses(anything, (response) => {
      const etag = fieldOf(response, 'etag')
      return etag ? withField(response, 'ETag', etag.replaceAll('"', '')) : response
    }),
  ),
  conditional(
    'etag-stands-still',
    'Caches show the old state, and lost updates are not seen.',
    'OpenAPI document: ETag, "Changes whenever the representation changes"',
    () => {
      const first = new Map<string, string>()
      return responses(
        ['getPrompt', 'updatePrompt', 'getFolder', 'updateFolder', 'getDataset', 'updateDataset'],
        (response, request) => {
          const etag = fieldOf(response, 'etag')
          if (!etag) return response
          const path = request.target.split('?')[0] ?? ''
          if (!first.has(path)) first.set(path, etag)
          return withField(response, 'ETag', first.get(path))
        },
      )
    },
  ),
  conditional(
    'etag-is-always-new',
    'Nothing is ever cached, and every guarded change fails.',
    'RFC 9110, section 8.8.1',
    () => {
      let count = 0
      return responses(isRead, (response) =>
        fieldOf(response, 'etag') ? withField(response, 'ETag', `"${++count}-fresh"`) : response,
      )
    },
  ),
  conditional(
    'etag-of-the-change-is-another',
    'The tag that a change answers with does not guard the next one.',
    'OpenAPI document: updatePrompt, ETag',
    () =>
      responses(['updatePrompt', 'updateFolder', 'updateDataset', 'updateWebhook'], (response) =>
        fieldOf(response, 'etag') ? withField(response, 'ETag', '"1-stale"') : response,
      ),
  ),
  idempotency(
    'replays-act-twice',
    'A request that is sent again after a timeout creates a second prompt.',
    () => asks(anything, (request) => withField(request, 'Idempotency-Key')),
  ),
  idempotency('executions-are-not-idempotent', 'A repeated execution is paid twice.', () =>
    asks('executePrompt', (request) => withField(request, 'Idempotency-Key')),
  ),
  idempotency('replay-is-not-marked', 'Clients cannot tell a replay from a new creation.', () =>
    responses(anything, (response) => withField(response, 'Idempotent-Replayed')),
  ),
  idempotency('replay-has-another-status', 'The second answer is 200 where the first was 201.', () =>
    responses(anything, (response) =>
      fieldOf(response, 'idempotent-replayed') ? { ...response, status: 200 } : response,
    ),
  ),
  idempotency('every-answer-says-replayed', 'Clients believe that nothing was created.', () =>
    responses(
      (request) => request.method === 'POST',
      (response) => (response.status === 201 ? withField(response, 'Idempotent-Replayed', 'true') : response),
    ),
  ),
  idempotency(
    'replay-shows-the-present-state',
    'A replay after a change answers otherwise than the first time.',
    () => async (request, send) => {
      const response = await send(request)
      const location = fieldOf(response, 'location')
      if (!fieldOf(response, 'idempotent-replayed') || !location) return response
      const bare = ['Content-Type', 'Idempotency-Key'].reduce((one, name) => withField(one, name), request)
      const now = await send({ ...bare, method: 'GET', target: location, body: Buffer.alloc(0) })
      return succeeded(now) ? withBytes(response, now.body) : response
    },
  ),
  idempotency(
    'reused-keys-replay',
    'Another request with the same key is answered as if it had been done.',
    () => {
      const first = new Map<string, WireResponse>()
      return async (request, send) => {
        const key = fieldOf(request, 'idempotency-key')
        const response = await send(request)
        if (key === undefined) return response
        const record = `${bearerOf(request)} ${key} ${request.target}`
        if (succeeded(response) && !first.has(record)) first.set(record, response)
        if (codeOf(response) !== 'IDEMPOTENCY_KEY_REUSED') return response
        return first.get(record) ?? response
      }
    },
  ),
  idempotency(
    'reused-keys-act',
    'Another request with the same key is carried out.',
    () => async (request, send) => {
      const response = await send(request)
      return codeOf(response) === 'IDEMPOTENCY_KEY_REUSED'
        ? send(withField(request, 'Idempotency-Key'))
        : response
    },
  ),
  idempotency(
    'refusals-are-remembered',
    'A request that was mended is still answered with the first refusal.',
    () => {
      const rejected = new Map<string, WireResponse>()
      return async (request, send) => {
        const key = fieldOf(request, 'idempotency-key')
        if (key === undefined) return send(request)
        const record = `${bearerOf(request)} ${key} ${operationOf(request)}`
        const known = rejected.get(record)
        if (known) return known
        const response = await send(request)
        if (response.status === 400) rejected.set(record, response)
        return response
      }
    },
  ),
]
