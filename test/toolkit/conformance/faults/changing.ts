/** Faults of changes: what else they touch, and what they leave as it was. */
import {
  asksJson,
  editJson,
  type Fault,
  fieldOf,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  pathOf,
  responses,
  returnsJson,
  succeeded,
  type WireRequest,
  type WireResponse,
  withBytes,
  withField,
  withJson,
} from './fault.ts'

const reads = ['getPrompt', 'getFolder', 'getDataset', 'getWebhook', 'getReport']
const lists = ['listPrompts', 'listFolders', 'listDatasets', 'listWebhooks', 'listReports']
const changes = ['updatePrompt', 'updateFolder', 'updateDataset', 'updateWebhook']

const reading = (request: WireRequest): WireRequest =>
  withField(
    withField({ ...request, method: 'GET', target: pathOf(request), body: Buffer.alloc(0) }, 'Content-Type'),
    'If-Match',
  )

const changing = (
  name: string,
  operations: string | string[],
  suffering: string,
  breaks: string,
  edit: (body: JsonObject) => void,
): Fault => ({ name, class: 'changing', suffering, breaks, plant: () => asksJson(operations, edit) })

export const changingFaults: Fault[] = [
  changing(
    'patch-clears-description',
    'updatePrompt',
    'Renaming a prompt deletes its description.',
    'OpenAPI document: updatePrompt, "the others stay as they are"',
    (body) => {
      if (!('description' in body)) body.description = null
    },
  ),
  changing(
    'patch-is-put',
    'updatePrompt',
    'Each change resets what it does not name: tags, model, temperature.',
    'OpenAPI document: updatePrompt, "the others stay as they are"',
    (body) => Object.assign(body, { tags: [], model: null, temperature: null, ...body }),
  ),
  changing(
    'patch-moves-to-root',
    ['updatePrompt', 'updatePrompts'],
    'A prompt that is changed falls out of its folder.',
    'OpenAPI document: updatePrompt, "the others stay as they are"',
    (body) => {
      for (const change of Array.isArray(body.prompts) ? body.prompts : [body])
        if (isObject(change) && !('folderId' in change)) change.folderId = null
    },
  ),
  changing(
    'patch-resumes-webhooks',
    'updateWebhook',
    'Correcting the description of a paused webhook makes it send again.',
    'OpenAPI document: updateWebhook, "the others stay as they are"',
    (body) => {
      if (!('status' in body)) body.status = 'active'
    },
  ),
  {
    name: 'patch-ignores-null',
    class: 'changing',
    suffering: 'A description or a folder once set can never be taken away again.',
    breaks: 'OpenAPI document: updatePrompt, members that may be null',
    plant: () => async (request, send) => {
      const body = objectOf(request)
      if (operationOf(request) !== 'updatePrompt' || !body) return send(request)
      const nonNull = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
      if (Object.keys(nonNull).length === Object.keys(body).length) return send(request)
      return send(Object.keys(nonNull).length > 0 ? withJson(request, nonNull) : reading(request))
    },
  },
  {
    name: 'patch-answers-but-does-not-store',
    class: 'changing',
    suffering: 'A change is confirmed, and the next read shows the old state.',
    breaks: 'OpenAPI document: updateFolder, 200',
    plant: () => async (request, send) => {
      if (operationOf(request) !== 'updateFolder') return send(request)
      const now = await send(reading(request))
      const wanted = objectOf(request)
      if (!succeeded(now) || !wanted || typeof wanted.name !== 'string') return send(request)
      return editJson(now, (body) => {
        body.name = wanted.name
      })
    },
  },
  {
    name: 'patch-answers-with-the-old-state',
    class: 'changing',
    suffering: 'The answer to a change shows what was before, and a client that trusts it undoes the change.',
    breaks: 'OpenAPI document: updatePrompt, 200 is the changed prompt',
    plant: () => async (request, send) => {
      if (operationOf(request) !== 'updatePrompt') return send(request)
      const before = await send(reading(request))
      const response = await send(request)
      return succeeded(response) && succeeded(before) ? withBytes(response, before.body) : response
    },
  },
  {
    name: 'reads-come-from-a-stale-cache',
    class: 'changing',
    suffering: 'Whoever read a prompt once sees that state for ever, whatever is changed.',
    breaks: 'OpenAPI document: getPrompt after updatePrompt',
    plant: () => {
      const seen = new Map<string, WireResponse>()
      return responses(['getPrompt', 'getFolder', 'getDataset', 'getWebhook'], (response, request) => {
        if (response.status !== 200 || request.method !== 'GET') return response
        const first = seen.get(request.target)
        if (!first) seen.set(request.target, response)
        if (!first || first.body.equals(response.body)) return response
        return withBytes(withField(response, 'ETag', fieldOf(first, 'ETag')), first.body)
      })
    },
  },
  {
    name: 'updated-at-stands-still',
    class: 'changing',
    suffering: 'Synchronising clients that ask for what changed since never see a change.',
    breaks: 'Source: prompt, updatedAt',
    plant: () =>
      returnsJson([...reads, ...changes, ...lists], (body) => {
        for (const one of itemsOf(body) ?? [body]) if ('createdAt' in one) one.updatedAt = one.createdAt
      }),
  },
  {
    name: 'changes-move-created-at',
    class: 'changing',
    suffering: 'Each change moves a prompt to the top of a list that is sorted by creation.',
    breaks: "OpenAPI document: Prompt, createdAt is the server's and does not change",
    plant: () =>
      returnsJson(['updatePrompt', 'updateFolder', 'updateDataset'], (body) => {
        body.createdAt = new Date(Date.parse(String(body.createdAt)) + 60_000).toISOString()
      }),
  },
  {
    name: 'batch-is-half-done',
    class: 'changing',
    suffering: 'A refused batch has changed some of its items; sent again, it changes them twice.',
    breaks: 'OpenAPI document: updatePrompts, "all or none"',
    plant: () => async (request, send) => {
      const response = await send(request)
      const operation = operationOf(request) ?? ''
      const [, member] = /^update(Prompts|Folders|Datasets|Webhooks)$/.exec(operation) ?? []
      const list = member && objectOf(request)?.[member.toLowerCase()]
      if (succeeded(response) || !member || !Array.isArray(list) || list.length < 2) return response
      for (const change of list) await send(withJson(request, { [member.toLowerCase()]: [change] }))
      return response
    },
  },
  {
    name: 'batch-changes-the-first-alone',
    class: 'changing',
    suffering: 'Of several items that are changed together only the first one is.',
    breaks: 'OpenAPI document: updatePrompts, "Changes up to 100 prompts"',
    plant: () =>
      asksJson(['updatePrompts', 'updateFolders', 'updateDatasets', 'updateWebhooks'], (body) => {
        for (const [name, value] of Object.entries(body))
          if (Array.isArray(value)) body[name] = value.slice(0, 1)
      }),
  },
]
