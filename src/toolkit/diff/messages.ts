/** How findings name what they speak of. */
import { isObject, type Json } from '../openapi/document.ts'
import type { Direction, Segment, Use, Where } from './finding.ts'
import { canonical } from './location.ts'

/** `POST /prompts > body > name`: the location of a finding for waivers and readers, the same in each run. */
export function subjectOf(use: Use, path: readonly Segment[], detail?: string): string {
  const steps = path.map(stepOf)
  return [use.label, ...steps, ...(detail ? [detail] : [])].join(' > ')
}

function stepOf(segment: Segment): string {
  switch (segment.kind) {
    case 'member':
    case 'link':
      return segment.name
    case 'items':
      return '[]'
    case 'values':
      return '{}'
    case 'parameter':
      return `${segment.in} ${segment.name}`
    case 'header':
      return `header ${segment.name}`
    case 'body':
      return 'body'
    case 'response':
      return segment.status
  }
}

export function whereOf(use: Use, path: readonly Segment[], direction: Direction | 'none'): Where {
  const status = path.find((segment) => segment.kind === 'response')?.status
  const asked = direction === 'request'
  const message = use.kind === 'message'
  const outgoing = use.kind === 'outgoing'
  const who = message ? (asked ? 'Producers' : 'Consumers') : outgoing ? 'Receivers' : 'Clients'
  const preposition = status === undefined ? (asked ? 'to' : 'of') : ''
  const context =
    status === undefined
      ? message
        ? `in ${use.label}`
        : asked || outgoing
          ? `${outgoing ? 'in' : preposition} ${use.label}`
          : `of ${use.label}`
      : outgoing
        ? `in the ${status} response to ${use.label}`
        : `in the ${status} response of ${use.label}`
  const rejected = message ? 'will be rejected' : outgoing ? 'will count as failed' : 'will get 400'
  const sent = message ? 'a message' : outgoing ? 'a response' : 'a request'
  return { use, subject: memberOf(path), context, rejected, sent, who }
}

function memberOf(path: readonly Segment[]): string {
  let text = ''
  let whole = 'the body'
  for (const segment of path) {
    if (segment.kind === 'member') text += text === '' ? segment.name : `.${segment.name}`
    else if (segment.kind === 'items') text += '[]'
    else if (segment.kind === 'values') text += '{}'
    else if (segment.kind === 'parameter') {
      whole = `the ${segment.in} parameter \`${segment.name}\``
      text = ''
    } else if (segment.kind === 'header') {
      whole = `the header \`${segment.name}\``
      text = ''
    }
  }
  if (text === '') return whole
  if (text.startsWith('[]') || text.startsWith('{}')) {
    return `${text.startsWith('[]') ? 'an item' : 'a value'}${text.slice(2) === '' ? '' : `'s \`${text.slice(3)}\``} of ${whole}`
  }
  return whole === 'the body' ? `\`${text}\`` : `\`${text}\` of ${whole}`
}

/** A JSON value as a sentence shows it. */
export const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** How many differences inside one property a sentence lists. */
const MAX_REPORTED = 3

/**
 * "`bindings.kafka.key` of …": the old and the new value of a property, narrowed to the locations where they
 * differ.
 */
export function changeOf(key: string, was: Json | undefined, is: Json | undefined, of: string): string {
  const found = differences(key, was, is)
  const groupFindings = found
    .slice(0, MAX_REPORTED)
    .map(({ path, was, is }) => `\`${path}\` of ${of} was ${shown(was)} and is ${shown(is)}`)
  if (groupFindings.length === 0) return `The target of \`${key}\` of ${of} changed`
  const more = found.length - groupFindings.length
  return `${groupFindings.join(', ')}${more > 0 ? `, and ${more} more of \`${key}\`` : ''}`
}

interface Difference {
  path: string
  was: Json | undefined
  is: Json | undefined
}

function differences(path: string, was: Json | undefined, is: Json | undefined): Difference[] {
  if (canonical(was) === canonical(is)) return []
  if (!isObject(was) || !isObject(is)) return [{ path, was, is }]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
    differences(`${path}.${name}`, was[name], is[name]),
  )
}

/** "a, b and c" */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
