import { type Api, type ApiOperation, examplesOf } from '../../../model/api.ts'
import { descriptionOf, saysSometimes } from '../../../model/description.ts'
import { bodyProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { soundsLike } from '../../../model/vocabulary.ts'
import { thingIn } from '../../../model/wrapping.ts'
import { isObject, type Json, type JsonObject, objectAt } from '../../../openapi/document.ts'
import { isHeader, readHeader } from '../../../openapi/headers.ts'
import { follow } from '../../../openapi/resolve.ts'
import { templateSource } from '../../../openapi/templates.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { present, withQuery } from '../../engine/identities.ts'
import { idInside, idsOf, itemsOf } from '../../engine/items.ts'
import { type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { flagFilters } from './flagFilters.ts'
import { includedItems } from './includedItems.ts'
import { listedOtherwise, thatStay } from './listedAlike.ts'
import { locations } from './locations.ts'
import { findListed, several } from './several.ts'
import { shownAlike } from './shownAlike.ts'

/** A created item must be in its collection's list, as its GET shows it, and at the URL in Location. */
export const createdItemListed = defineRule({
  ...definitionOf('created-item-listed'),
  *checks({ api, graph }) {
    yield* shownAlike({ api, graph })
    yield* locations({ api, graph })
    for (const resource of graph.resources) {
      const { create, list, read } = resource
      if (create === undefined) continue
      yield* flagFilters({ api }, resource)
      yield* includedItems({ api }, resource)
      if (list !== undefined) {
        yield {
          name: 'listed',
          constraint: 'created is listed',
          operation: list,
          run: (context) => isListed(context, resource),
        }
        // Items that other checks create in the meantime would hide that a list lacks its last item.
        yield {
          name: 'newest listed',
          constraint: 'the newest item is listed',
          operation: list,
          exclusive: true,
          run: (context) => isNewestListed(context, resource, list),
        }
        const texts = longTexts(api, create)
        if (texts.length > 0 && read !== undefined)
          yield {
            name: 'listed whole',
            constraint: 'long texts are listed',
            operation: list,
            run: (context) => isListed(context, resource, texts),
          }
        const free = freeTexts(api, create)[0]
        if (free !== undefined)
          yield {
            name: 'made once',
            constraint: 'created once',
            operation: create,
            run: (context) => madeOnce(context, resource, free),
          }
        if (resource.parent === undefined)
          yield {
            name: 'once',
            constraint: 'ids differ',
            operation: create,
            async run(context) {
              const one = await context.item(resource, { fresh: true })
              const other = await context.item(resource, { fresh: true })
              if (
                resource.create === undefined ||
                one.params[resource.parameter] !== other.params[resource.parameter]
              )
                return
              context.broken({
                code: 'id-repeated',
                subject: resource.parameter,
                received: one.params[resource.parameter],
                exchange: other.made,
                with: [one.made],
              })
            },
          }
      }
      if (read === undefined) continue
      yield {
        name: 'location',
        constraint: 'Location leads to it',
        operation: create,
        async run(context) {
          const item = await context.item(resource, { fresh: true })
          const { made } = item
          const location = readHeader(made.headers, 'location')
          if (location === undefined)
            return promisesLocation(context, create, made.status)
              ? context.broken({ code: 'location-missing', exchange: made, place: create.pointer })
              : context.notObserved({ code: 'absent', from: 'the response', what: 'Location' })
          const reported = isObject(made.json as Json) ? (made.json as JsonObject) : {}
          const direct = idInside(withoutLists(reported), resource) !== undefined
          if (!direct) return context.notObserved({ code: 'several-created' })
          if (await leadsAstray(context, location, made, create)) return
          const path = belowTarget(location, made.path, resource.item, context.target)
          const response = path === undefined ? undefined : await context.sendRaw('GET', path)
          const shown = thingIn(context.api, read, response?.json) as Json | undefined
          const id = isObject(shown) ? idInside(shown, resource) : undefined
          const right =
            response !== undefined &&
            response.status < 300 &&
            String(id) === String(item.params[resource.parameter])
          // A creation that returns 202 may point at a job to wait for (RFC 9110, 15.3.3).
          if (right || (made.status === 202 && response !== undefined && response.status < 300)) return
          context.broken({
            code: 'wrong-location',
            received: location,
            details: { id: item.params[resource.parameter], status: response?.status },
            exchange: made,
            ...(response !== undefined && { with: [response] }),
            place: create.pointer,
          })
        },
      }
    }
  },
})

/** Without lists: Location cannot lead to one of several resources. */
const withoutLists = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !Array.isArray(value)))

async function isListed(
  context: CheckContext,
  resource: Resource,
  texts: readonly string[] = [],
): Promise<void> {
  const { list, read } = resource
  if (list === undefined) return
  const item = await context.item(resource, {
    fresh: true,
    ...(texts.length > 0 && { body: (sent) => void Object.assign(sent, lengthened(sent, texts)) }),
  })
  const { found, last, complete } = await findListed(context, item)
  if (found === undefined && !complete && last.status < 500)
    return context.notObserved(
      last.status < 300
        ? { code: 'not-read', what: 'the whole list' }
        : { code: 'rejected', what: 'the list', status: last.status },
    )
  if (found === undefined)
    return context.broken({
      code: 'not-listed',
      details: { id: item.params[resource.parameter] },
      exchange: last,
      with: [item.made],
      place: list.pointer,
    })
  if (read === undefined) return
  const response = await context.read(item)
  if (response.status >= 300 || !isObject(response.json as Json)) return
  const differing = listedOtherwise(context, resource, response.json as JsonObject, found)
  const wrong = await thatStay(context, item, response, differing)
  for (const { pointer, sent, received } of wrong.slice(0, 2))
    context.broken({
      code: 'listed-differently',
      subject: pointer,
      received,
      expected: sent,
      exchange: last,
      with: [item.made, response],
      pointer,
      place: list.pointer,
    })
}

/** A list must contain the item that was created last, when nothing else is created. */
async function isNewestListed(context: CheckContext, resource: Resource, list: ApiOperation): Promise<void> {
  // Before it another one, for a list of one item hides that its last item is missing.
  const { items } = await several(context, resource, 2)
  const newest = items.at(-1)
  if (newest === undefined) return
  const { found, last, complete } = await findListed(context, newest)
  if (found === undefined && complete)
    context.broken({
      code: 'not-listed',
      details: { id: newest.params[resource.parameter] },
      exchange: last,
      with: [newest.made],
      place: list.pointer,
    })
}

/** One request must create one item: a unique string must appear once in the list. */
async function madeOnce(context: CheckContext, resource: Resource, member: string): Promise<void> {
  const { list, create } = resource
  if (list === undefined || create === undefined) return
  // At the end of a page the duplicate would be on the next page.
  for (let attempt = 0; attempt < 3; attempt++) {
    const mark = `zq${context.random.word(14)}`
    const item = await context.item(resource, {
      fresh: true,
      body: (sent) => void Object.assign(sent, { [member]: mark }),
    })
    // Two items of one request are adjacent in the list, in any order.
    const { last } = await context.findInList(item)
    const page = itemsOf(context, resource, last)
    const same = page.filter((one) => one[member] === mark)
    const ids = new Set(idsOf(resource, same))
    if (ids.size === 0)
      return context.notObserved({ code: 'absent', from: 'an item of the list', what: member })
    if (ids.size > 1)
      return context.broken({
        code: 'created-repeatedly',
        subject: member,
        received: ids.size,
        details: { value: mark },
        exchange: last,
        with: [item.made],
        place: create.pointer,
      })
    if (page[0]?.[member] !== mark) return
  }
}

/** Properties of a creation's body that accept any short string. */
const freeTexts = (api: Api, create: ApiOperation): string[] =>
  [...bodyProperties(api, create)].flatMap(([name, schema]) => {
    const { type, pattern, format, enum: choices, maxLength, minLength } = viewOf(api.document, schema)
    const isFree = [pattern, format, choices].every((one) => one === undefined)
    const fits = Number(maxLength ?? 40) >= 16 && Number(minLength ?? 0) <= 16
    return [type].flat().includes('string') && isFree && fits && !soundsLike('formed', name) ? [name] : []
  })

/** Longer than a table or a preview shows. */
const LONG = 180

/** The properties of a creation's body that accept any long string. */
const longTexts = (api: Api, create: ApiOperation): string[] =>
  [...bodyProperties(api, create)].flatMap(([name, schema]) => {
    const { type, pattern, format, enum: choices, maxLength } = viewOf(api.document, schema)
    const isFree = [pattern, format, choices].every((one) => one === undefined)
    const isLong = typeof maxLength !== 'number' || maxLength > LONG
    return soundsLike('prose', name) && [type].flat().includes('string') && isFree && isLong ? [name] : []
  })

function lengthened(sent: JsonObject, texts: readonly string[]): JsonObject {
  const longer = texts.map((name) => {
    const value = typeof sent[name] === 'string' ? sent[name] : ''
    const text = `${value} ${'and so on '.repeat(LONG)}`.trim().slice(0, LONG - 1)
    return [name, `${text}.`] as const
  })
  return Object.fromEntries(longer)
}

/**
 * Reports a URL that lacks the path of the target which the document's own example has: clients that follow
 * it get 404. Without such an example, a server behind a proxy may not know that path.
 */
async function leadsAstray(
  context: CheckContext,
  location: string,
  made: Recorded,
  create: ApiOperation,
): Promise<boolean> {
  const target = context.target?.replace(/\/$/, '')
  if (target === undefined || !URL.canParse(location, target + made.path)) return false
  const [url, base] = [new URL(location, target + made.path), new URL(target)]
  if (url.host !== base.host || base.pathname === '/' || url.pathname.startsWith(`${base.pathname}/`))
    return false
  const declared = create.responses.get(String(made.status))?.node ?? {}
  const header = follow(context.api.document, objectAt(declared, 'headers').Location)
  const shown = [
    ...examplesOf(context.api.document, header),
    ...examplesOf(context.api.document, follow(context.api.document, header.schema)),
  ]
  if (!shown.some((one) => typeof one === 'string' && one.startsWith(`${base.pathname}/`))) return false
  const { headers, query } = present(context.roles.main)
  const followed = withQuery(url.href, query)
  const response = await context.elsewhere('GET', followed, { headers: { Accept: '*/*', ...headers } })
  if (response.status !== 404) return false
  context.broken({
    code: 'location-outside',
    received: location,
    expected: target,
    details: { url: url.href },
    exchange: made,
    with: [response],
    place: create.pointer,
  })
  return true
}

/** The path below the target of an address, which may be relative (RFC 9110, 10.2.2), or that of a public host. */
function belowTarget(
  location: string,
  from: string,
  template: string,
  target = 'http://target',
): string | undefined {
  const base = target.replace(/\/$/, '')
  if (!URL.canParse(location, base + from)) return undefined
  const { pathname, search, origin } = new URL(location, base + from)
  const root = new URL(base)
  const prefix = root.pathname.replace(/\/$/, '')
  if (prefix !== '' && pathname.startsWith(`${prefix}/`)) return pathname.slice(prefix.length) + search
  // Clients follow an address of the target as it is.
  if (prefix === '' && origin === root.origin) return pathname + search
  const tail = new RegExp(`${templateSource(template)}/?$`).exec(pathname)
  return (tail === null ? pathname : pathname.slice(tail.index)) + search
}

/** Whether the document declares Location for each such response. Optional headers may be missing for a reason. */
function promisesLocation(context: CheckContext, create: ApiOperation, status: number): boolean {
  const declared = create.responses.get(String(status))
  const [, header] =
    Object.entries(objectAt(declared?.node ?? {}, 'headers')).find(([name]) => isHeader(name, 'Location')) ??
    []
  if (header === undefined || status !== 201) return false
  const node = follow(context.api.document, header)
  // That a required header is missing is a finding of `headers-match`.
  if (node.required === true) return false
  return !saysSometimes(descriptionOf(node))
}
