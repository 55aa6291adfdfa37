/**
 * The service worker of a documentation site: responds to the requests of "Try it" from the documents of the site, so that
 * static files are enough. The build bundles it. State is stored in IndexedDB.
 *
 * Below its scope, `mock/NAME/…` is the API of a document; `mock/NAME` itself is its state: GET reads, PUT replaces, DELETE
 * resets.
 */
import { documentOf } from '../openapi/documentOf.ts'
import { createFetchMock, type Mock, type MockState } from './fetchMock.ts'
import { openStates, type States } from './states.ts'

/** The part of `ServiceWorkerGlobalScope` that is used. */
interface WorkerScope {
  registration: { scope: string }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'message', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Extendable {
  request: Request
  respondWith(response: Promise<Response>): void
}

const scope = globalThis as unknown as WorkerScope
const base = `${scope.registration.scope}mock/`
const mocks = new Map<string, Promise<Mock>>()
/** One request after the other, so that the stored state is that of the last. */
let queue: Promise<unknown> = Promise.resolve()

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('message', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('fetch', (event) => {
  if (!event.request.url.startsWith(base)) return
  const response = queue.then(() => respond(event.request)).catch(failureOf)
  queue = response
  event.respondWith(response)
})

async function respond(request: Request): Promise<Response> {
  const [, name = '', path = ''] = /^([^/?#]*)(.*)$/.exec(request.url.slice(base.length)) ?? []
  const states = await openStates()
  const mock = await mockOf(name, states)
  if (path === '') return stateResponse(request, name, mock, states)
  const isBodyless = ['GET', 'HEAD'].includes(request.method)
  const response = await mock.fetch(
    new Request(new URL(path, scope.registration.scope), {
      method: request.method,
      headers: request.headers,
      ...(!isBodyless && { body: await request.arrayBuffer() }),
    }),
  )
  if (!isBodyless) await states.save(name, mock.state())
  return response
}

/** A page learns nothing from a network error. */
function failureOf(error: unknown): Response {
  const detail = error instanceof Error ? error.message : String(error)
  return Response.json({ title: 'The mock failed.', status: 500, detail }, { status: 500 })
}

function mockOf(name: string, states: States): Promise<Mock> {
  const known = mocks.get(name) ?? startMock(name, states)
  mocks.set(name, known)
  // A document that could not be loaded is requested again.
  known.catch(() => mocks.delete(name))
  return known
}

async function startMock(name: string, states: States): Promise<Mock> {
  const response = await fetch(`${scope.registration.scope}assets/mock/${name}.json`)
  if (!response.ok) throw new Error(`assets/mock/${name}.json: received status ${response.status}.`)
  const mock = createFetchMock([{ ...documentOf(await response.json(), name), translated: true }])
  const stored = await states.load(name)
  if (stored !== undefined) restore(mock, stored)
  return mock
}

/** @returns false for a value that is not a state of the document, which changes nothing */
function restore(mock: Mock, state: unknown): boolean {
  const before = mock.state()
  try {
    mock.restore(state as MockState)
    return true
  } catch {
    mock.restore(before)
    return false
  }
}

async function stateResponse(request: Request, name: string, mock: Mock, states: States): Promise<Response> {
  if (request.method === 'GET') return Response.json(mock.state())
  if (request.method === 'DELETE') mock.reset()
  else if (!restore(mock, await request.json().catch(() => undefined)))
    return new Response(null, { status: 400 })
  await states.save(name, mock.state())
  return new Response(null, { status: 204 })
}
