import {
  asksJson,
  editJson,
  type Handle,
  isObject,
  type JsonObject,
  objectOf,
  operationOf,
  returnsJson,
} from '../faults/fault.ts'
import { codeFaults } from './codes.ts'
import { fault, type RequestFault } from './request.ts'
import { tokenFaults } from './tokens.ts'

const recordsSay = (edit: (record: JsonObject) => void) => () =>
  returnsJson('listWebhookDeliveries', (body) => {
    for (const record of Array.isArray(body.deliveries) ? body.deliveries : [])
      if (isObject(record)) edit(record)
  })

/** Accepts URLs that the right server rejects. */
const accepts =
  (operation: string, wanted: (url: string) => boolean) => (): Handle => async (request, send) => {
    const url = objectOf(request)?.url
    const forged = operationOf(request) === operation && typeof url === 'string' && wanted(url)
    return send(
      forged
        ? editJson(request, (body) => {
            body.url = 'https://hooks.example.com/'
          })
        : request,
    )
  }

export const apiFaults: RequestFault[] = [
  fault(
    'record-says-200',
    'event-deliveries-recorded',
    'Whoever looks for failures finds none.',
    'Webhook delivery record, httpStatus',
    recordsSay((record) => {
      if (record.httpStatus !== null) record.httpStatus = 200
    }),
  ),
  fault(
    'record-attempt-always-1',
    'event-deliveries-recorded',
    'Nobody sees how often it was tried.',
    'Webhook delivery record, attemptNumber',
    recordsSay((record) => {
      record.attemptNumber = 1
    }),
  ),
  fault(
    'record-of-another-type',
    'event-deliveries-recorded',
    'A search by type misses deliveries.',
    'Webhook delivery record, eventType',
    recordsSay((record) => {
      record.eventType = 'report.failed'
    }),
  ),
  fault(
    'record-outcome-is-success',
    'event-deliveries-recorded',
    'Whoever looks for failures finds none.',
    'Webhook delivery record, status',
    recordsSay((record) => {
      record.status = 'success'
    }),
  ),
  fault(
    'failures-are-not-recorded',
    'event-deliveries-recorded',
    'Whoever looks for failures finds none.',
    'GET deliveries shows each attempt',
    () =>
      returnsJson('listWebhookDeliveries', (body) => {
        if (Array.isArray(body.deliveries))
          body.deliveries = body.deliveries.filter((one) => isObject(one) && one.status === 'success')
      }),
  ),
  fault(
    'http-target-taken',
    'event-unsafe-target-rejected',
    'Events go over the network in the open.',
    'Webhook, url: HTTPS only',
    accepts('createWebhook', (url) => /^http:/i.test(url)),
  ),
  fault(
    'metadata-address-taken',
    'event-unsafe-target-rejected',
    'A client reads the secrets of the machine.',
    'WebhookUrl: reachable from the public internet',
    accepts('createWebhook', (url) => url.includes('169.254.169.254')),
  ),
  fault(
    'mapped-address-taken',
    'event-unsafe-target-rejected',
    'A client reaches the inner network.',
    'WebhookUrl',
    accepts('createWebhook', (url) => url.includes('ffff:10.')),
  ),
  fault(
    'change-takes-private-address',
    'event-unsafe-target-rejected',
    'A client reaches the inner network.',
    'WebhookUrl',
    accepts('updateWebhook', (url) => url.includes('//10.')),
  ),
  fault(
    'subscribes-to-everything',
    'event-only-subscribed',
    'A receiver gets what it never asked for.',
    'Webhook, events',
    () =>
      asksJson('createWebhook', (body) => {
        body.events = ALL
      }),
  ),
]

const ALL = [
  'prompt.created',
  'prompt.updated',
  'prompt.deleted',
  'prompt.version.created',
  'prompt.executed',
  'report.created',
  'report.completed',
  'report.exported',
  'evaluation.started',
  'evaluation.completed',
  'evaluation.test.completed',
  'member.invited',
  'member.removed',
]

export const oauthFaults: RequestFault[] = [...codeFaults, ...tokenFaults]
