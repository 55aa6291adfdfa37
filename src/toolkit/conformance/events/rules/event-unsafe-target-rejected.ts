import { bodyPlace } from '../../../model/api.ts'
import { requiresHttps, requiresPublicAddress } from '../../../model/description.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { valueAt } from '../../../openapi/pointer.ts'
import { viewOf } from '../../../schema/view.ts'
import type { Recorded } from '../../engine/events.ts'
import { itemOf } from '../../engine/items.ts'
import type { CheckContext, Plan } from '../../engine/rule.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import type { EventSession } from '../session.ts'
import { bodyFor, nameOf, type SubscribeOperation } from '../subscription.ts'
import type { EventRule } from './each.ts'

/** Addresses that only the server itself can reach, in the forms that get past a careless look. */
const PRIVATE: Record<string, string[]> = {
  loopback: [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    'hooks.localhost',
  ],
  unspecified: ['0.0.0.0', '[::]'],
  'private network': ['10.0.0.1', '172.16.0.1', '192.168.1.1', '[fd00::1]', '[::ffff:10.0.0.1]'],
  'link-local': ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '2852039166', '[::ffff:169.254.169.254]'],
  'carrier-grade NAT': ['100.64.0.1'],
  multicast: ['224.0.0.1', '[ff02::1]'],
}

/** A URL to which no client of the API may direct the server is rejected. */
export const eventUnsafeTargetRejected: EventRule = (session) => ({
  ...definitionOf('event-unsafe-target-rejected'),
  *checks(plan) {
    const how = session.how(plan)
    if (how === undefined) return
    for (const [method, operation] of [
      ['create', how.operation],
      ['update', how.resource?.update],
    ] as const) {
      if (operation === undefined) continue
      yield {
        name: `plain http, ${method}`,
        operation,
        later: true,
        run: async (context) => {
          if (session.settings.plainTargets !== 'refused' && !requiresHttps(textOf(plan, how)))
            return context.notObserved({
              code: 'not-stated',
              what: 'that https is required',
              key: 'webhooks.plainTargets',
            })
          if (session.settings.plainTargets === 'allowed')
            return context.notObserved({ code: 'allowed', what: 'plain http' })
          await reject(
            session,
            context,
            how,
            method,
            ['http://hooks.example.com/', 'HTTP://hooks.example.com/'],
            'a plain http URL',
          )
        },
      }
      yield {
        name: `private address, ${method}`,
        operation,
        later: true,
        run: async (context) => {
          const { privateTargets } = session.settings
          if (privateTargets === 'allowed')
            return context.notObserved({ code: 'allowed', what: 'a private address' })
          if (privateTargets === undefined && !requiresPublicAddress(textOf(plan, how)))
            return context.notObserved({
              code: 'not-stated',
              what: 'whether private addresses are rejected',
              key: 'webhooks.privateTargets',
            })
          const own = rangeOf(session.receiver.url)
          for (const [range, hosts] of Object.entries(PRIVATE)) {
            // The receiver is in this range, and the target is configured to allow it.
            if (range === own) continue
            await reject(
              session,
              context,
              how,
              method,
              hosts.map((host) => `https://${host}/`),
              `an address of the range "${range}"`,
            )
          }
        },
      }
    }
  },
})

const textOf = ({ api }: Plan, how: SubscribeOperation): string => {
  const schema = how.operation.body?.schema
  const [, member = ''] = how.url.split('/')
  const { properties } = viewOf(api.document, schema)
  const inner = isObject(properties as Json) ? (properties as Record<string, Json>)[member] : undefined
  return JSON.stringify([viewOf(api.document, inner), how.operation.operation.description ?? ''])
}

/** The range of the kit's own receiver. */
export function rangeOf(url: string): string | undefined {
  const { hostname } = new URL(url)
  if (/^(localhost|127\.|\[::1\])/.test(hostname)) return 'loopback'
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[fd)/.test(hostname)) return 'private network'
  return /^(169\.254\.|\[fe80)/.test(hostname) ? 'link-local' : undefined
}

async function reject(
  session: EventSession,
  context: CheckContext,
  how: SubscribeOperation,
  method: 'create' | 'update',
  urls: readonly string[],
  what: string,
): Promise<void> {
  const [message] = session.contract.messages
  const names = message === undefined ? [] : [nameOf(how, message)]
  const template = await context.parts(how.operation)
  const proof: Recorded[] = []
  let target: Record<string, Json> | undefined
  if (method === 'update') {
    const body = bodyFor(context, how, template.body, {
      url: session.receiver.mailbox().url,
      names,
      secret: undefined,
    })
    const made = await context.send(how.operation, { ...template, body })
    if (made.status >= 300 || how.resource === undefined)
      return context.notObserved({ code: 'returned', what: how.operation.operationId, status: made.status })
    target = { ...template.params, ...itemOf(how.resource, undefined, made, template).params }
    proof.push(made)
  }
  for (const url of urls) {
    const body = bodyFor(context, how, template.body, { url, names, secret: undefined })
    const update = how.resource?.update
    const response =
      target === undefined || update === undefined
        ? await context.send(how.operation, { ...template, body })
        : await context.send(update, {
            params: target,
            query: {},
            headers: {},
            body: { [how.url.slice(1)]: valueAt(body, how.url) ?? url },
          })
    if (response.status < 300)
      context.broken({
        code: 'unsafe-target-accepted',
        subject: what,
        received: response.status,
        details: { url },
        exchange: response,
        with: proof,
        place: bodyPlace(how.operation),
        provenance: how.operation.origin,
      })
  }
}
