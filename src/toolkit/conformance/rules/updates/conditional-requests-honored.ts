import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import type { Resource } from '../../../model/resources.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { isHeader, readHeader } from '../../../openapi/headers.ts'
import { membersOf, viewOf } from '../../../schema/view.ts'
import { bodyVersionOf } from '../../engine/bodyVersion.ts'
import type { Parts } from '../../engine/requests.ts'
import { type Check, type CheckContext, defineRule } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { baseOf } from '../base.ts'
import { isSame } from '../compare.ts'
import { oldActionsRejected } from './oldActions.ts'
import { promisedTag, rejectsOld } from './oldStates.ts'
import { singletonsOf } from './singletons.ts'

/**
 * Entity tags must change with the representation: 304 while nothing changed, 412 for a change based on an
 * old state.
 */
export const conditionalRequestsHonored = defineRule({
  ...definitionOf('conditional-requests-honored'),
  *checks({ api, graph }) {
    for (const operation of api.operations) {
      const declared =
        operation.responses.has('304') || operation.inputs.some((one) => isHeader(one.name, 'If-None-Match'))
      if (operation.method !== 'GET' || !declared) continue
      yield {
        name: 'If-None-Match',
        constraint: 'header.If-None-Match',
        operation,
        async run(context) {
          const parts = await baseOf(context, operation)
          if (!(await returnsNotModified(context, operation, parts))) return
          const other = await context.send(operation, {
            ...parts,
            headers: { ...parts.headers, 'If-None-Match': '"never-given-out"' },
          })
          if (other.status === 304)
            context.broken({
              code: 'unknown-etag-matched',
              exchange: other,
            })
        },
      }
    }
    for (const operation of api.operations) {
      const list = operation.responses.has('412') ? taggedList(api, operation) : undefined
      if (list === undefined) continue
      yield {
        name: 'etag of an entry',
        constraint: `body.${list}.etag`,
        operation,
        run: (context) => rejectsOldEntry(context, operation, list),
      }
    }
    for (const resource of graph.resources) {
      const { update, read } = resource
      if (update?.body !== undefined && read !== undefined) {
        yield {
          name: 'changes',
          constraint: 'ETag changes',
          operation: update,
          run: (context) => changes(context, resource),
        }
      }
      const version = update && bodyVersionOf({ api, graph }, update)
      if (update !== undefined && version !== undefined && update.responses.has('409'))
        yield {
          name: 'version in the body',
          constraint: `body.${version.member}`,
          operation: update,
          run: (context) =>
            rejectsOld(
              context,
              resource,
              update,
              { ...version, fitting: '409' },
              (was, now) => !isSame(was, now),
            ),
        }
      const tag = update && read && promisedTag(api, update, read)
      if (update !== undefined && tag !== undefined)
        yield {
          name: 'tag in the body',
          constraint: `body.${tag}`,
          operation: update,
          run: (context) =>
            rejectsOld(
              context,
              resource,
              update,
              { member: tag, shown: tag, fitting: '409 or 412' },
              (was, now) => !isSame(was[tag], now[tag]),
            ),
        }
      for (const operation of [update, resource.replace, resource.delete, resource.put]) {
        if (
          operation === undefined ||
          !(operation.responses.has('412') || operation.inputs.some((one) => isHeader(one.name, 'If-Match')))
        )
          continue
        if (!operation.inputs.some((one) => isHeader(one.name, 'If-Match'))) continue
        yield ifMatch(operation, read, operation === resource.put)
      }
    }
    yield* oldActionsRejected({ api, graph })
    for (const { update, read } of singletonsOf(api, graph))
      if (update.inputs.some((one) => isHeader(one.name, 'If-Match'))) yield ifMatch(update, read, false)
  },
})

const ifMatch = (operation: ApiOperation, read: ApiOperation | undefined, makes: boolean): Check => ({
  name: 'If-Match',
  constraint: 'header.If-Match',
  operation,
  run: (context) => preventsLostUpdate(context, operation, read, makes),
})

async function preventsLostUpdate(
  context: CheckContext,
  operation: ApiOperation,
  read: ApiOperation | undefined,
  makes: boolean,
): Promise<void> {
  const parts = makes
    ? (await context.succeed(operation, { fresh: true })).parts
    : await context.parts(operation, { fresh: true })
  const stale = await context.send(operation, {
    ...parts,
    headers: { ...parts.headers, 'If-Match': '"never-given-out"' },
  })
  if (stale.status !== 412)
    context.broken({
      code: 'wrong-status',
      subject: 'If-Match with an ETag that the resource never had',
      received: stale.status,
      expected: 412,
      exchange: stale,
    })
  if (read === undefined || stale.status < 300) return
  const before = await context.send(read, { params: parts.params, query: {}, headers: {} })
  const etag = readHeader(before.headers, 'etag')
  if (etag === undefined || before.status >= 300)
    return context.notObserved({ code: 'absent', from: 'the response of GET', what: 'ETag' })
  const right = await context.send(operation, {
    ...parts,
    headers: { ...parts.headers, 'If-Match': etag },
  })
  // A weak tag matches no other strongly, nor itself (RFC 9110, 8.8.3.2).
  if (right.status === 412 && !etag.startsWith('W/'))
    context.broken({
      code: 'wrong-status',
      subject: 'If-Match with the current ETag',
      received: right.status,
      expected: 'a success',
      exchange: right,
      with: [before],
    })
  if (operation.method === 'DELETE' || right.status >= 300) return
  const late = await context.send(operation, {
    ...parts,
    headers: { ...parts.headers, 'If-Match': etag },
  })
  const after = await context.send(read, { params: parts.params, query: {}, headers: {} })
  // The change may have changed nothing, for the example's values were there already.
  if (late.status !== 412 && readHeader(after.headers, 'etag') !== etag)
    context.broken({
      code: 'lost-update',
      subject: 'the ETag',
      received: late.status,
      expected: 412,
      exchange: late,
      with: [before, right],
    })
}

/** The list of a batch whose entries may contain the state that they change. */
const taggedList = (api: Api, { body }: ApiOperation): string | undefined =>
  membersOf(viewOf(api.document, body?.schema)).find(([, schema]) => {
    const { items } = viewOf(api.document, schema)
    return membersOf(viewOf(api.document, items)).some(([name]) => name === 'etag')
  })?.[0]

async function rejectsOldEntry(context: CheckContext, operation: ApiOperation, list: string): Promise<void> {
  const parts = await context.parts(operation, { fresh: true })
  const entries = isObject(parts.body) ? parts.body[list] : undefined
  if (!isObject(parts.body) || !Array.isArray(entries) || !entries.every(isObject))
    return context.notObserved({ code: 'not-made', what: 'batch' })
  const old = entries.map((entry) => ({ ...entry, etag: '"never-given-out"' }))
  const exchange = await context.send(operation, { ...parts, body: { ...parts.body, [list]: old } })
  if (exchange.status === 412) return
  // Each entry may have a status of its own (RFC 4918, 13).
  if (exchange.status === 207) return context.notObserved({ code: 'own-responses' })
  context.broken({
    code: 'wrong-status',
    subject: 'entries with an ETag that the resources never had',
    received: exchange.status,
    expected: 412,
    exchange,
    place: bodyPlace(operation),
  })
}

/**
 * Whether an unchanged representation is not sent again; one that another check changes in the meantime is
 * requested again.
 */
async function returnsNotModified(
  context: CheckContext,
  operation: ApiOperation,
  parts: Parts,
): Promise<boolean> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const first = await context.send(operation, parts)
    const etag = readHeader(first.headers, 'etag')
    if (etag === undefined && readHeader(first.headers, 'last-modified') !== undefined)
      return context.notObserved({
        code: 'absent',
        from: 'the representation',
        what: 'validator but Last-Modified',
      })
    if (etag === undefined) {
      context.broken({ code: 'etag-missing', exchange: first })
      return false
    }
    const again = await context.send(operation, {
      ...parts,
      headers: { ...parts.headers, 'If-None-Match': etag },
    })
    const received = readHeader(again.headers, 'etag')
    const reported = { exchange: again, with: [first] }
    if (again.status === 304) {
      if (received === etag) return true
      context.broken({
        ...reported,
        code: 'etag-differs-on-304',
        received,
        expected: etag,
        provenance: 'specified',
      })
      return false
    }
    const same = again.body.toString() === first.body.toString()
    if (received !== etag && !same) continue
    context.broken({
      ...reported,
      code: 'wrong-status',
      subject: `If-None-Match with the current ETag and an unchanged ${same ? 'body' : 'ETag'}`,
      received: again.status,
      expected: 304,
    })
    return false
  }
  return context.notObserved({ code: 'changed-by-others' })
}

async function changes(context: CheckContext, resource: Resource): Promise<void> {
  const { update, read } = resource
  if (update === undefined || read === undefined) return
  const parts = await context.parts(update, { fresh: true })
  const at = { params: parts.params, query: {}, headers: {} }
  const first = await context.send(read, at)
  const etag = readHeader(first.headers, 'etag')
  if (etag === undefined)
    return context.notObserved({ code: 'absent', from: 'the response of GET', what: 'ETag' })
  const same = await context.send(read, at)
  if (readHeader(same.headers, 'etag') !== etag && JSON.stringify(same.json) === JSON.stringify(first.json))
    context.broken({
      code: 'etag-not-stable',
      received: readHeader(same.headers, 'etag'),
      expected: etag,
      exchange: same,
      with: [first],
    })
  const changed = await context.send(update, parts)
  const after = await context.send(read, at)
  if (
    changed.status >= 300 ||
    !isObject(after.json as Json) ||
    JSON.stringify(after.json) === JSON.stringify(first.json)
  )
    return context.notObserved({ code: 'no-effect' })
  if (readHeader(after.headers, 'etag') === etag)
    context.broken({
      code: 'etag-not-changed',
      received: etag,
      exchange: after,
      with: [first, changed],
    })
  const received = readHeader(changed.headers, 'etag')
  if (
    received !== undefined &&
    received !== readHeader(after.headers, 'etag') &&
    JSON.stringify(changed.json) === JSON.stringify(after.json)
  )
    context.broken({
      code: 'etag-of-update-differs',
      received,
      expected: readHeader(after.headers, 'etag'),
      exchange: after,
      with: [changed],
    })
}
