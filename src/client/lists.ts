/** Iterates over lists, and changes resources as read: the tasks that need several calls to one resource. */
import type { paths } from '../../generated/openapi.v1.ts'
import { failureOf, unwrap } from './errors.ts'
import type { AnyCall } from './http.ts'

type Json<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never
type Query<Operation> = Operation extends { parameters: { query?: infer Parameters } } ? Parameters : never
type PathParameters<Item> = Item extends { parameters: { path: infer Parameters } } ? Parameters : undefined

/** The paths whose GET returns one page of a list. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends { get: infer Get }
    ? Json<Get> extends { hasMore: boolean }
      ? Path
      : never
    : never
}[keyof paths]

type PageOf<Path extends ListPath> = Json<paths[Path]['get']>

/** One item of the list at a path. */
export type ItemOf<Path extends ListPath> = Extract<
  PageOf<Path>[keyof PageOf<Path>],
  readonly unknown[]
>[number]

export interface ListOptions<Path extends ListPath> {
  params?: {
    path?: PathParameters<paths[Path]>
    /** Filters and order; `limit` is the size of a page, and the list continues beyond it. */
    query?: Omit<NonNullable<Query<paths[Path]['get']>>, 'cursor'>
  }
  signal?: AbortSignal
}

/** Every item of a list, page after page, each requested when the one before is used up. */
export async function* eachItem<Path extends ListPath>(
  get: AnyCall,
  path: Path,
  { params = {}, signal }: ListOptions<Path> = {},
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  let cursor: string | undefined
  do {
    const query = { ...params.query, ...(cursor !== undefined && { cursor }) }
    const page = unwrap(await get(path, { params: { ...params, query }, ...(signal && { signal }) })) as {
      nextCursor: string | null
    }
    const items = Object.values(page).find(Array.isArray) ?? []
    yield* items as ItemOf<Path>[]
    if (page.nextCursor === cursor)
      throw new Error(`${path} returned its own cursor again; the list would not end.`)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** The paths of one resource that can be read and changed. */
export type ChangePath = {
  [Path in keyof paths]: paths[Path] extends { get: infer Get; patch: { requestBody: unknown } }
    ? Json<Get> extends { id: string }
      ? Path
      : never
    : never
}[keyof paths]

/** The resource at a path. */
export type ResourceOf<Path extends ChangePath> = Json<paths[Path]['get']>

/** The properties that a change of the resource at a path may have. */
export type ChangesOf<Path extends ChangePath> = paths[Path]['patch'] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

type NamesOf<Body> = Body extends unknown ? keyof Body : never

/** Changes with only the properties of the resource: TypeScript lets functions return more, unless the type forbids it. */
export type Exactly<Changes, Body> = Changes & {
  [Name in Exclude<keyof Changes, NamesOf<Body>>]: never
}

export interface ChangeOptions<Path extends ChangePath> {
  params: { path: PathParameters<paths[Path]> }
  signal?: AbortSignal
  /** How often to read and try again when another client changed it meanwhile; default 3. */
  attempts?: number
}

/**
 * Reads a resource, and changes it only if no one did so meanwhile (`If-Match`, RFC 9110, section 13.1.1).
 * @param change gets what was read; gives the changes, or undefined to leave it as it is
 */
export async function changeWhatWasRead<Path extends ChangePath>(
  calls: { GET: AnyCall; PATCH: AnyCall },
  path: Path,
  { params, signal, attempts = 3 }: ChangeOptions<Path>,
  change: (current: ResourceOf<Path>) => ChangesOf<Path> | undefined,
): Promise<ResourceOf<Path>> {
  const init = { params, ...(signal && { signal }) }
  for (let attempt = 1; ; attempt++) {
    const read = await calls.GET(path, init)
    const current = unwrap(read) as ResourceOf<Path>
    const body = change(current)
    if (body === undefined) return current
    const etag = read.response.headers.get('ETag')
    if (etag === null)
      throw new Error(
        `${path} returned no ETag, so that a change could overwrite a concurrent one; expected the header of the service. A proxy may remove it, or CORS hide it.`,
      )
    const headers = { 'If-Match': etag }
    const changed = await calls.PATCH(path, { ...init, body, headers })
    if (changed.response.ok) return changed.data as ResourceOf<Path>
    if (changed.response.status !== 412 || attempt >= attempts) throw failureOf(changed)
  }
}
