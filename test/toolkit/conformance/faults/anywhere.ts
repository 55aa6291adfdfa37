/**
 * Faults that any server may have, written without a look at the checks: each bends what passes on the wire, whatever the
 * document. Where a server has nothing that a fault could bend, it does not act, and proves nothing.
 */

import { valueFaults } from './anywhereValues.ts'
import {
  type AnywhereFault,
  always,
  fault,
  isPaged,
  lists,
  responses,
  rewritten,
  status,
  thing,
  writes,
} from './bend.ts'
import {
  asks,
  editJson,
  fieldOf,
  forgives,
  isObject,
  jsonOf,
  lastSegment,
  pathOf,
  succeeded,
  withField,
  withQuery,
} from './fault.ts'

export const anywhereFaults: readonly AnywhereFault[] = [
  ...valueFaults,
  fault('location-is-of-the-next', 'The address of a new thing is that of another.', () =>
    responses((response) => {
      const location = fieldOf(response, 'location')
      return location === undefined ? response : withField(response, 'Location', `${location}0`)
    }),
  ),
  fault('location-is-missing', 'Nobody is told where the new thing is.', () =>
    responses((response) =>
      fieldOf(response, 'location') === undefined ? response : withField(response, 'Location'),
    ),
  ),
  fault('creation-answers-200', 'Clients do not see that a thing was made.', status(201, 200)),
  fault('deletion-answers-200', 'Clients wait for a body.', status(204, 200)),
  fault('missing-is-400', 'Clients believe that they asked wrongly.', status(404, 400)),
  fault('missing-is-500', 'Clients ask again and again.', status(404, 500)),
  fault('unauthorized-is-403', 'Clients do not ask for another credential.', status(401, 403)),
  fault('invalid-is-500', 'Clients ask again and again.', status(400, 500)),
  fault('errors-are-html', 'Clients cannot read what went wrong.', () =>
    responses((response) =>
      response.status >= 400
        ? {
            ...withField(withField(response, 'Content-Type', 'text/html'), 'Content-Length'),
            body: Buffer.from('<h1>Error</h1>'),
          }
        : response,
    ),
  ),
  fault('errors-have-a-trace', 'Strangers read where the code stands.', () =>
    responses((response) =>
      response.status >= 400
        ? editJson(
            response,
            (body) => void Object.assign(body, { stack: 'Error: no\n    at find (/srv/app/find.js:10:5)' }),
          )
        : response,
    ),
  ),
  fault(
    'deletion-does-nothing',
    'What was deleted is still there.',
    () => async (request, send) =>
      request.method === 'DELETE' ? { status: 204, fields: [], body: Buffer.alloc(0) } : send(request),
  ),
  fault('deletion-is-seen-by-reads-alone', 'The list shows what was deleted.', () => {
    const gone: unknown[] = []
    return async (request, send) => {
      if (request.method === 'DELETE') {
        const before = jsonOf(await send({ ...request, method: 'GET', body: Buffer.alloc(0) }))
        const response = await send(request)
        if (succeeded(response) && isObject(before)) gone.push(thing(before))
        return response
      }
      return lists((items) => void items.push(...gone))()(request, send)
    }
  }),
  fault('creation-makes-two', 'Each order is carried out twice.', () => async (request, send) => {
    if (request.method === 'POST') await send(request)
    return send(request)
  }),
  fault('change-answers-as-before', 'Clients believe that nothing changed.', () => async (request, send) => {
    if (request.method !== 'PATCH' && request.method !== 'PUT') return send(request)
    const before = await send({ ...withField(request, 'Content-Type'), method: 'GET', body: Buffer.alloc(0) })
    const response = await send(request)
    return succeeded(response) && succeeded(before)
      ? {
          ...response,
          body: before.body,
          fields: response.fields.filter(([name]) => !/content-length/i.test(name)),
        }
      : response
  }),
  fault('change-is-not-stored', 'A change is answered and forgotten.', () => async (request, send) => {
    if (request.method !== 'PATCH') return send(request)
    const shown = await send({ ...withField(request, 'Content-Type'), method: 'GET', body: Buffer.alloc(0) })
    const asked = jsonOf(request)
    return succeeded(shown) && isObject(asked)
      ? editJson(shown, (body) => void Object.assign(thing(body), asked))
      : send(request)
  }),
  fault(
    'lists-lack-the-newest',
    'What was just made is not listed.',
    lists((items) => void (items.length > 1 && items.pop())),
  ),
  fault(
    'lists-repeat-an-item',
    'One thing stands twice in a list.',
    lists((items) => void (items.length > 1 && items.push(items[0]))),
  ),
  fault('later-pages-repeat-an-item', 'One thing stands on two pages.', () => {
    let last: unknown
    return lists((items, request) => {
      if (isPaged(request) && last !== undefined && items.length > 0) items[0] = last
      last = items.at(-1)
    })()
  }),
  fault(
    'later-pages-skip-an-item',
    'One thing stands on no page.',
    lists((items, request) => void (isPaged(request) && items.shift())),
  ),
  fault(
    'lists-lack-a-member',
    'A member is there when a thing is read and not when it is listed.',
    lists((items) => {
      for (const one of items)
        if (isObject(one))
          delete one[
            Object.keys(one)
              .filter((name) => !/id/i.test(name))
              .at(-1) ?? ''
          ]
    }),
  ),
  fault('limits-are-ignored', 'Who asks for two gets all.', () =>
    asks(always, (request) =>
      withQuery(request, (query) => {
        for (const name of [...query.keys()]) if (/limit|size|per_?page/i.test(name)) query.delete(name)
      }),
    ),
  ),
  fault('limits-are-one-too-many', 'Who asks for two gets three.', () =>
    asks(always, (request) =>
      withQuery(request, (query) => {
        for (const [name, value] of [...query])
          if (/limit|size|per_?page/i.test(name) && /^\d$/.test(value))
            query.set(name, String(Number(value) + 1))
      }),
    ),
  ),
  fault('filters-are-ignored', 'A search finds everything.', () =>
    asks(
      (request) => request.method === 'GET',
      (request) =>
        withQuery(request, (query) => {
          for (const name of [...query.keys()])
            if (!/limit|size|page|cursor|offset|sort|order/i.test(name)) query.delete(name)
        }),
    ),
  ),
  fault('sorting-is-ignored', 'What was to be sorted is not.', () =>
    asks(always, (request) =>
      withQuery(request, (query) => {
        for (const name of [...query.keys()]) if (/sort|order/i.test(name)) query.delete(name)
      }),
    ),
  ),
  fault('totals-count-one-more', 'A table says of how many rows it has one more.', () =>
    responses((response) =>
      rewritten(response, (one, name) => (/^total/i.test(name) && typeof one === 'number' ? one + 1 : one)),
    ),
  ),
  fault('wrong-queries-are-taken', 'A limit of minus one is taken for none.', () =>
    forgives(
      400,
      (request) => request.method === 'GET',
      (request) => ({ ...request, target: pathOf(request) }),
    ),
  ),
  fault('unknown-members-are-dropped', 'A member that is written wrongly is lost in silence.', () =>
    forgives(400, writes, (request) => {
      const body = jsonOf(request)
      return isObject(body) && 'unexpectedMember' in body
        ? editJson(request, (one) => void delete one.unexpectedMember)
        : undefined
    }),
  ),
  fault('ids-are-cut', 'An id with a letter more finds the thing.', () =>
    forgives(
      404,
      (request) => request.method === 'GET',
      (request) => ({ ...request, target: pathOf(request).slice(0, -1) }),
    ),
  ),
  fault('entity-tags-are-ignored', 'A change that somebody made meanwhile is lost.', () =>
    asks(writes, (request) =>
      fieldOf(request, 'if-match') === undefined ? request : withField(request, 'If-Match'),
    ),
  ),
  fault('entity-tags-stand-still', 'Caches keep an old state.', () => {
    const first = new Map<string, string>()
    return responses((response, request) => {
      const etag = fieldOf(response, 'etag')
      if (etag === undefined) return response
      const id = lastSegment(request)
      if (!first.has(id)) first.set(id, etag)
      return withField(response, 'ETag', first.get(id))
    })
  }),
  fault('json-is-said-to-be-text', 'Clients show the answer instead of reading it.', () =>
    responses((response) =>
      succeeded(response) && fieldOf(response, 'content-type') !== undefined
        ? withField(response, 'Content-Type', 'text/plain')
        : response,
    ),
  ),
  fault('put-merges', 'What a PUT leaves out stays.', () => async (request, send) => {
    if (request.method !== 'PUT') return send(request)
    const shown = jsonOf(
      await send({ ...withField(request, 'Content-Type'), method: 'GET', body: Buffer.alloc(0) }),
    )
    if (!isObject(shown) || !isObject(jsonOf(request))) return send(request)
    const old = thing(shown)
    return send(
      editJson(request, (body) => {
        for (const [name, value] of Object.entries(old))
          if (!/id$|_?at$|version|etag/i.test(name) && value !== null) body[name] ??= value
      }),
    )
  }),
]
