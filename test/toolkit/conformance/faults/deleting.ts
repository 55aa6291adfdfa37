/** Faults of deletions: what stays, and what goes along. */
import {
  codeOf,
  editJson,
  type Fault,
  itemsOf,
  type JsonObject,
  lastSegment,
  objectOf,
  operationOf,
  pathOf,
  queryOf,
  responses,
  succeeded,
  type WireRequest,
  type WireResponse,
  withField,
} from './fault.ts'

const deletions = ['deletePrompt', 'deleteFolder', 'deleteDataset', 'deleteWebhook', 'deleteReport']
const reads = ['getPrompt', 'getFolder', 'getDataset', 'getWebhook', 'getReport']
const lists = ['listPrompts', 'listFolders', 'listDatasets', 'listWebhooks', 'listReports']

const reading = (request: WireRequest): WireRequest =>
  withField(
    withField({ ...request, method: 'GET', target: pathOf(request), body: Buffer.alloc(0) }, 'Content-Type'),
    'If-Match',
  )

/** A successful deletion without content: the fields of every response, and no body. */
const nothing = (response: WireResponse): WireResponse => {
  const bare = ['content-type', 'content-length', 'etag', 'last-modified'].reduce(
    (one, name) => withField(one, name),
    response,
  )
  return { ...bare, status: 204, body: Buffer.alloc(0) }
}

export const deletingFaults: Fault[] = [
  {
    name: 'batch-deletion-is-half-done',
    class: 'deleting',
    suffering: 'A refused deletion of several has deleted some of them.',
    breaks: 'OpenAPI document: deletePrompts, all or none',
    plant: () => async (request, send) => {
      const response = await send(request)
      const batch = ['deletePrompts', 'deleteFolders', 'deleteDatasets', 'deleteWebhooks']
      const ids = queryOf(request).getAll('id')
      if (succeeded(response) || !batch.includes(operationOf(request) ?? '') || ids.length < 2)
        return response
      for (const id of ids)
        await send({ ...request, target: `${pathOf(request)}?id=${encodeURIComponent(id)}` })
      return response
    },
  },
  {
    name: 'delete-does-not-delete',
    class: 'deleting',
    suffering: 'What was deleted is still there, personal data included.',
    breaks: 'Source: endpoints, DELETE on /prompts',
    plant: () => async (request, send) => {
      if (!deletions.includes(operationOf(request) ?? '')) return send(request)
      const now = await send(reading(request))
      return succeeded(now) ? nothing(now) : send(request)
    },
  },
  {
    name: 'deleted-is-still-readable',
    class: 'deleting',
    suffering: 'What left the lists is still served by its id.',
    breaks: 'Source: errors, 404 "Resource does not exist"',
    plant: () => {
      const stored = new Map<string, WireResponse>()
      return async (request, send) => {
        const operation = operationOf(request) ?? ''
        if (deletions.includes(operation)) {
          const now = await send(reading(request))
          const response = await send(request)
          if (succeeded(response) && succeeded(now)) stored.set(pathOf(request), now)
          return response
        }
        const response = await send(request)
        if (response.status !== 404 || !reads.includes(operation)) return response
        return stored.get(pathOf(request)) ?? response
      }
    },
  },
  {
    name: 'deleted-is-still-listed',
    class: 'deleting',
    suffering: 'A list shows prompts that answer 404 when they are opened.',
    breaks: 'OpenAPI document: listPrompts after deletePrompt',
    plant: () => {
      const ghosts: { path: string; resource: JsonObject }[] = []
      return async (request, send) => {
        const operation = operationOf(request) ?? ''
        if (deletions.includes(operation)) {
          const now = await send(reading(request))
          const response = await send(request)
          const resource = objectOf(now)
          if (succeeded(response) && succeeded(now) && resource)
            ghosts.unshift({ path: pathOf(request).replace(/\/[^/]+$/, ''), resource })
          return response
        }
        const response = await send(request)
        if (!lists.includes(operation) || !succeeded(response) || queryOf(request).has('cursor'))
          return response
        const risen = ghosts.filter(({ path }) => path === pathOf(request)).map(({ resource }) => resource)
        if (risen.length === 0) return response
        return editJson(response, (body) => {
          itemsOf(body)?.unshift(...risen.slice(0, 3))
        })
      }
    },
  },
  {
    name: 'second-delete-succeeds',
    class: 'deleting',
    suffering: 'A client that mistypes an id is told that it deleted something.',
    breaks: 'OpenAPI document: deletePrompt, 404',
    plant: () => responses(deletions, (response) => (response.status === 404 ? nothing(response) : response)),
  },
  {
    name: 'delete-is-always-recursive',
    class: 'deleting',
    suffering: 'Deleting a folder deletes everything in it without being asked to.',
    breaks: 'OpenAPI document: deleteFolder, recursive',
    plant: () => async (request, send) => {
      const response = await send(request)
      if (operationOf(request) !== 'deleteFolder' || codeOf(response) !== 'FOLDER_NOT_EMPTY') return response
      return send({ ...request, target: `${pathOf(request)}?recursive=true` })
    },
  },
  {
    name: 'delete-takes-the-newest-too',
    class: 'deleting',
    suffering: 'Deleting one prompt deletes another one with it.',
    breaks: 'OpenAPI document: deletePrompt deletes one prompt',
    plant: () => {
      let newest: string | undefined
      return async (request, send) => {
        const response = await send(request)
        const operation = operationOf(request)
        if (operation === 'createPrompt' && succeeded(response))
          newest = `/v1/prompts/${objectOf(response)?.id}`
        if (
          operation === 'deletePrompt' &&
          succeeded(response) &&
          newest &&
          !newest.endsWith(lastSegment(request))
        )
          await send(withField({ ...request, target: newest }, 'If-Match'))
        return response
      }
    },
  },
]
