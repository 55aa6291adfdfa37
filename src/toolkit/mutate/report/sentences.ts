/** Sentences about faults and what they changed. */
import { STATUS_CODES } from 'node:http'
import type { Difference } from '../difference.ts'
import type { Family } from '../faults/families.ts'
import type { ValueKind, Wrong } from '../faults/fault.ts'

export const FAMILY_TITLES: Readonly<Record<Family, string>> = {
  values: 'Values in responses',
  statuses: 'Statuses',
  headers: 'Headers',
  lists: 'Filters, sorting and pages',
  storage: 'Stored data',
  validation: 'Invalid requests',
  access: 'Credentials and permissions',
  webhooks: 'Webhooks',
}

type Sentences = { [Kind in Wrong['kind']]: (wrong: Extract<Wrong, { kind: Kind }>) => string }

const of = ({ property }: { property: string }) => (property === '' ? 'the body' : property)

const SENTENCES: Sentences = {
  'property-missing': (one) => `Responses lack ${of(one)}.`,
  'property-null': (one) => `${capital(of(one))} is null.`,
  'property-undeclared': (one) => `${capital(of(one))} has an additional property.`,
  'type-changed': (one) => `${capital(of(one))} has another type.`,
  'value-changed': (one) => `${capital(of(one))} has another value.`,
  'value-cut': (one) => `${capital(of(one))} lacks its last character.`,
  'list-emptied': (one) => `${capital(of(one))} is empty.`,
  'item-missing': (one) => `${capital(of(one))} lacks its first item.`,
  'item-repeated': (one) => `${capital(of(one))} contains its first item twice.`,
  'order-reversed': (one) => `${capital(of(one))} is in reverse order.`,
  'status-changed': ({ from, to }) => `${named(from)} became ${named(to)}.`,
  'header-missing': ({ header }) => `Responses lack the header ${header}.`,
  'content-type-changed': ({ from }) => `The Content-Type is text/html instead of ${from}.`,
  'filter-ignored': ({ parameter }) => `The filter ${parameter} is ignored.`,
  'sort-ignored': ({ parameter }) => `The sort parameter ${parameter} is ignored.`,
  'limit-ignored': ({ parameter }) => `The page size ${parameter} is ignored.`,
  'limit-exceeded': ({ parameter }) => `A page has one item more than ${parameter} allows.`,
  'page-repeated': ({ parameter }) => `The first page is returned whatever ${parameter} requests.`,
  'total-wrong': ({ place }) => `The total ${place} counts one item too many.`,
  'update-not-stored': () => 'An update returns success and is not stored.',
  'delete-not-done': () => 'A delete returns success and deletes nothing.',
  'created-twice': () => 'One request creates two resources.',
  'read-stale': () => 'Reads after an update return the state before it.',
  'list-stale': () => 'Lists after a create or a delete return the state before it.',
  'property-not-stored': ({ property }) => `The property ${property} of requests is not stored.`,
  'invalid-accepted': ({ status }) => `Requests that got ${named(status)} succeed.`,
  'conflict-accepted': ({ status }) => `Requests that got ${named(status)} succeed.`,
  'missing-found': ({ status }) => `Requests that got ${named(status)} return another resource.`,
  'credential-not-checked': () => 'Requests with an invalid credential, or without one, succeed.',
  'permission-not-checked': () => 'Requests without the required permission succeed.',
  'tenant-not-checked': () => "Clients can read another client's resources.",
  'event-not-sent': ({ event }) => `The event ${event} is not delivered.`,
  'event-sent-twice': ({ event }) => `The event ${event} is delivered twice.`,
  'events-swapped': ({ event, other }) =>
    event === other
      ? `Two events ${event} arrive in reverse order.`
      : `The event ${event} arrives after ${other}.`,
  'event-type-changed': ({ event, other }) => `The event ${event} has the type ${other}.`,
  'event-value-wrong': ({ event, change, property }) => eventValueSentence(event, change, property),
  'event-content-type-changed': ({ event, from }) =>
    `The event ${event} has the Content-Type text/plain instead of ${from}.`,
  'signature-missing': ({ header }) => `Deliveries lack the signature ${header}.`,
  'signature-wrong': ({ header }) => `The signature ${header} is not valid.`,
  'signature-old': ({ minutes }) => `Deliveries were signed ${minutes} minutes ago.`,
}

function eventValueSentence(event: string, change: ValueKind, property: string): string {
  const place = `${property} of the event ${event}`
  return change === 'property-missing'
    ? `The event ${event} lacks ${property}.`
    : faultSentence({ kind: change, property: place })
}

/** @example faultSentence({ kind: 'filter-ignored', parameter: 'author' }) // 'The filter author is ignored.' */
export const faultSentence = (wrong: Wrong): string =>
  (SENTENCES[wrong.kind] as (one: Wrong) => string)(wrong)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const named = (status: number): string => [status, STATUS_CODES[status]].filter(Boolean).join(' ')

/** Longer values are cut. */
const MAX_SHOWN = 80

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** The effect of a fault, for example `GET /books: /0/title was "Emma" and became "mutated".` */
export function differenceSentence({
  request,
  received,
  deliveries,
  status,
  header,
  value,
}: Difference): string {
  const isSame = status === undefined && header === undefined && value === undefined
  const parts = [
    deliveries === 0 && 'your receiver got nothing',
    deliveries !== undefined && deliveries > 1 && `your receiver got it ${deliveries} times`,
    deliveries === 1 && isSame && 'your receiver got it after the next delivery',
    received !== undefined &&
      (received.length === 0
        ? 'the target received nothing'
        : received.join() === request
          ? 'the target received another body'
          : `the target received ${received.join(' and ')}`),
    status !== undefined && `the status was ${status.right} and became ${status.wrong}`,
    header !== undefined &&
      `the header ${header.name} was ${shown(header.right)} and became ${shown(header.wrong)}`,
    value !== undefined &&
      `${value.pointer === '' ? 'the body' : value.pointer} was ${shown(value.right)} and became ${shown(value.wrong)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? `${request}.` : `${request}: ${parts.join(', ')}.`
}
