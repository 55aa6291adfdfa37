/**
 * A sequence of requests as shell script. Values from earlier responses are extracted again, so that the script
 * reproduces the failure at any time. It needs only `curl` and `node`.
 */
import { isUtf8 } from 'node:buffer'
import { isObject, type Json } from '../../openapi/document.ts'
import { foreignLines, foreignText } from '../../openapi/foreignText.ts'
import { pointerOf } from '../../openapi/pointer.ts'
import { escapedText, shellQuoted } from '../../openapi/shellText.ts'
import type { Credential, Identity } from '../config/identity.ts'
import { accessor, bodyOf, type Capture, capturesIn, type ValueLocation } from './captures.ts'
import type { Recorded } from './events.ts'
import { isAtPlace } from './identities.ts'
import { pairsOf, segmentsOf } from './recordedPath.ts'
import { tokenLine } from './tokens.ts'

interface CurlOptions {
  target: string
  /** Path of the file with the certificate authority. */
  ca?: string | undefined
  identities: readonly Identity[]
}

/** The lines, with a comment before each request. */
export function curlLines(sequence: readonly Recorded[], options: CurlOptions): string {
  const captures = capturesIn(sequence)
  const callers = options.identities.filter(({ name }) => sequence.some((one) => one.identity === name))
  const tokens = callers.flatMap((identity) => tokenLine(identity, options.ca) ?? [])
  const requests = sequence.map((exchange, index) => {
    const step = `step${index + 1}`
    const last = index === sequence.length - 1
    const flags = ['curl', '-sS', ...(options.ca === undefined ? [] : ['--cacert', shellQuoted(options.ca)])]
    const output = last ? ['-i'] : ['-D', `${step}.headers`, '-o', `${step}.body`]
    const fill = filler(exchange, captures)
    const parts = [...flags, ...output, '-X', exchange.method, ...requestFlags(exchange, options, fill, step)]
    const lines = [
      ...bodyFile(exchange, step),
      `# ${index + 1}. ${foreignText(exchange.operationId ?? `${exchange.method} ${exchange.path.split('?', 1)[0]}`)} returned ${exchange.status}`,
      parts.join(' '),
    ]
    for (const [nth, one] of captures.entries())
      if (one.from === exchange) lines.push(`V${nth + 1}=$(node -p ${extraction(one, step)})`)
    return lines.join('\n')
  })
  return [...tokens, ...requests].join('\n')
}

function extraction({ pointer, header, last: isLast }: Capture, step: string): string {
  const end = isLast === true ? '.split("/").pop()' : ''
  if (header === undefined)
    return `${shellQuoted(`JSON.parse(fs.readFileSync(process.argv[1],"utf8"))${accessor(pointer)}${end}`)} ${step}.body`
  const whole = `/^${header}: *(.*)$/im.exec(fs.readFileSync(process.argv[1],"utf8"))[1].trim()`
  const last =
    header === 'location'
      ? `decodeURIComponent(${whole}.split(/[?#]/)[0].split("/").filter(Boolean).pop())`
      : whole
  return `${shellQuoted(last)} ${step}.headers`
}

/** The value at a place of one request, as an expression of the shell; undefined: as it was sent. */
type Fill = (place: ValueLocation, written: 'plain' | 'encoded' | 'json') => string | undefined

const nameOf = (place: ValueLocation): string =>
  place.in === 'body'
    ? `body ${place.pointer}`
    : place.in === 'header'
      ? `header ${place.name}`
      : `${place.in} ${place.index}`

/**
 * Encodings of a value inside another string, and the values that never need the encoding. Letters of both cases may be
 * base64, in which `+` and `/` vary between runs.
 */
const WRITTEN = {
  plain: undefined,
  encoded: { never: /^[a-z0-9_-]*$/, code: 'encodeURIComponent(process.argv[1])' },
  json: { never: /^[\w.~+/=-]*$/, code: 'JSON.stringify(process.argv[1]).slice(1,-1)' },
}

function filler(exchange: Recorded, captures: readonly Capture[]): Fill {
  const variables = new Map<string, { name: string; value: string }>()
  for (const [index, { uses, value }] of captures.entries())
    for (const use of uses)
      if (use.exchange === exchange) variables.set(nameOf(use.place), { name: `V${index + 1}`, value })
  return (place, written) => {
    const found = variables.get(nameOf(place))
    if (found === undefined) return undefined
    const way = WRITTEN[written]
    return way === undefined || way.never.test(found.value)
      ? `"$${found.name}"`
      : `"$(node -p ${shellQuoted(way.code)} "$${found.name}")"`
  }
}

function requestFlags(exchange: Recorded, options: CurlOptions, fill: Fill, step: string): string[] {
  const flags: string[] = []
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    const filled = fill({ in: 'header', name, before: '' }, 'plain')
    const hidden = hiddenHeader(name, value, options.identities)
    if (hidden !== undefined) flags.push(...hidden)
    else if (filled !== undefined) {
      const [, before = ''] = /^([A-Za-z]+ )\S+$/.exec(value) ?? []
      flags.push('-H', `${shellQuoted(`${name}: ${before}`)}${filled}`)
    } else flags.push('-H', shellQuoted(value === '' ? `${name};` : `${name}: ${value}`))
  }
  if (exchange.requestBody !== undefined)
    flags.push(
      '--data-binary',
      bodyFile(exchange, step).length > 0
        ? `@${step}.request`
        : bodyText(exchange, exchange.requestBody, fill),
    )
  if (exchange.method === 'HEAD') flags.push('-I')
  return [...flags, urlText(exchange, options, fill)]
}

/** The URL with variables for whole segments and whole values, never for a part of one. */
function urlText(exchange: Recorded, { target, identities }: CurlOptions, fill: Fill): string {
  const { secretQuery } = exchange
  if (/^https?:/.test(exchange.path)) return shellQuoted(exchange.path)
  const path = segmentsOf(exchange).map(
    (segment, index) => fill({ in: 'segment', index }, 'encoded') ?? shellQuoted(segment),
  )
  const query = pairsOf(exchange).map((pair, index) => {
    const filled = fill({ in: 'query', index }, 'encoded')
    return filled === undefined
      ? shellQuoted(pair)
      : `${shellQuoted(pair.slice(0, pair.indexOf('=') + 1))}${filled}`
  })
  if (secretQuery !== undefined) query.push(hiddenQuery(secretQuery, identities))
  const parts = [shellQuoted(target.replace(/\/$/, '')), path.join(`'/'`)]
  if (query.length > 0) parts.push(shellQuoted('?'), query.join(`'&'`))
  return joined(parts.join(''))
}

/** Joins adjacent quoted strings. */
const joined = (text: string): string => text.replaceAll(/(?<!\\)''/g, '') || `''`

// --- secrets: replaced by shell variables, also when manipulated, so that reports do not contain them

/** The value between double quotes, with a variable for the secret; undefined if it does not contain the secret. */
function shellOf(value: string, secret: string, variable: string): string | undefined {
  const name = variable.slice(1)
  // The last occurrence, since a short secret may also be part of the scheme's name before it.
  for (const [part, shell] of [
    [secret, `\${${name}}`],
    [secret.slice(0, -1), `\${${name}%?}`],
    [secret.slice(0, -4), `\${${name}%????}`],
  ] as const)
    if (part.length > 0 && value.includes(part)) {
      const at = value.lastIndexOf(part)
      return `${inDoubleQuotes(value.slice(0, at))}${shell}${inDoubleQuotes(value.slice(at + part.length))}`
    }
  return undefined
}

/** Text as the shell reads it between double quotes (POSIX, 2.2.3). */
const inDoubleQuotes = (text: string): string => text.replaceAll(/[\\"$`]/g, '\\$&')

function hiddenHeader(header: string, value: string, identities: readonly Identity[]): string[] | undefined {
  const own = identities.flatMap(({ credentials }) => credentials)
  if (header.toLowerCase() === 'cookie') {
    const pairs = value.split('; ').map((pair) => hiddenCookie(pair, own))
    return pairs.some(({ isSecret }) => isSecret)
      ? ['-H', `"${header}: ${pairs.map(({ text }) => text).join('; ')}"`]
      : undefined
  }
  const here = own.filter((one) => isAtPlace(one, { kind: 'header', name: header }))
  // A whole credential first: that of another identity may be this one's, spoilt, but for a letter.
  for (const one of here.toSorted(
    (a, b) => Number(value.endsWith(b.value)) - Number(value.endsWith(a.value)),
  )) {
    if (one.isBasic === true && one.variable !== undefined && value === one.value)
      return ['-u', `"\${${one.variable.slice(1)}}"`]
    const text = hiddenText(value, one)
    if (text !== undefined) return ['-H', `"${header}: ${text}"`]
  }
  return undefined
}

/** A value in double quotes of the shell, with a variable for the secret; undefined if it does not contain the secret. */
function hiddenText(value: string, { value: whole, variable, isBasic }: Credential): string | undefined {
  if (variable === undefined) return undefined
  const name = variable.slice(1)
  const secret = whole.replace(/^\S+ /, '')
  if (isBasic === true && value.includes(secret))
    return value.replace(secret, () => `$(printf %s "\${${name}}" | base64 -w0)`)
  const shell = isBasic === true ? undefined : shellOf(value, secret, variable)
  if (shell !== undefined) return shell
  // Manipulated in the middle: no part of it is printed, and readers manipulate their own secret.
  return sharesPart(value, secret) ? `<${name}, spoilt>` : undefined
}

function hiddenCookie(pair: string, own: readonly Credential[]): { text: string; isSecret: boolean } {
  const at = pair.indexOf('=') + 1
  const place = { kind: 'cookie' as const, name: pair.slice(0, Math.max(0, at - 1)) }
  for (const one of own.filter((other) => isAtPlace(other, place))) {
    const text = hiddenText(pair.slice(at), one)
    if (text !== undefined) return { text: pair.slice(0, at) + text, isSecret: true }
  }
  return { text: inDoubleQuotes(pair), isSecret: false }
}

/** Whether the value contains six consecutive characters of the secret. */
function sharesPart(value: string, secret: string): boolean {
  const length = Math.min(6, secret.length)
  for (let at = 0; length > 0 && at + length <= secret.length; at++)
    if (value.includes(secret.slice(at, at + length))) return true
  return false
}

function hiddenQuery(query: string, identities: readonly Identity[]): string {
  const own = identities.flatMap(({ credentials }) => credentials).filter(({ kind }) => kind === 'query')
  return query
    .split('&')
    .map((pair) => hiddenPair(pair, own))
    .join(`'&'`)
}

function hiddenPair(pair: string, own: readonly Credential[]): string {
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)].map(decodeURIComponent) as [string, string]
  for (const { value: secret, variable, name: ownName } of own) {
    if (variable === undefined || ownName !== name) continue
    const shell = shellOf(value, secret, variable)
    if (shell !== undefined) return `${shellQuoted(pair.slice(0, at + 1))}"${shell}"`
    if (sharesPart(value, secret))
      return shellQuoted(`${pair.slice(0, at + 1)}<${variable.slice(1)}, spoilt>`)
  }
  return shellQuoted(pair)
}

// --- bodies

const MAX_BODY = 20_000
/** More does not fit into one argument of a program (Linux: 128 KiB). */
const MAX_ARGUMENT = 100_000

/** Writes a body to a file, for binary bodies and strings that are too long for an argument. */
function bodyFile(exchange: Recorded, step: string): string[] {
  const { requestBody } = exchange
  if (requestBody === undefined) return []
  const text = requestBody.toString()
  if (!isUtf8(requestBody) || text.includes('\0'))
    return [`printf %s '${requestBody.toString('base64')}' | base64 -d > ${step}.request`]
  if (bodyOf(exchange) === undefined && foreignLines(text) !== text)
    return [`printf %b ${escapedText(text)} > ${step}.request`]
  const long = text.length > MAX_ARGUMENT && shortened(text).count < text.length - MAX_BODY
  return long ? [`printf %s ${shellQuoted(text)} > ${step}.request`] : []
}

function bodyText(exchange: Recorded, body: Buffer, fill: Fill): string {
  const text = body.toString()
  if (text.length > MAX_BODY) {
    const { head, filler, count } = shortened(text)
    if (count > 0)
      return `"$(node -p ${shellQuoted(`${JSON.stringify(head)} + ${JSON.stringify(filler)}.repeat(${count}) + ${JSON.stringify(text.slice(head.length + count))}`)})"`
  }
  const value = bodyOf(exchange)
  return value === undefined ? shellQuoted(text) : joined(jsonText(value as Json, '', fill))
}

/** JSON as the shell writes it: quoted text with variables in place of whole values. */
function jsonText(node: Json, pointer: string, fill: Fill): string {
  if (Array.isArray(node))
    return `'['${node.map((item, index) => jsonText(item, pointer + pointerOf(index), fill)).join(`','`)}']'`
  if (isObject(node)) {
    const members = Object.entries(node).map(
      ([key, item]) =>
        `${shellQuoted(`${JSON.stringify(key)}:`)}${jsonText(item ?? null, pointer + pointerOf(key), fill)}`,
    )
    return `'{'${members.join(`','`)}'}'`
  }
  const filled = fill({ in: 'body', pointer }, 'json')
  if (filled === undefined) return shellQuoted(JSON.stringify(node))
  return typeof node === 'string' ? `'"'${filled}'"'` : filled
}

const LONG_RUN = 1000

/** A long run of one character, as violations of a length have it. */
function shortened(text: string): { head: string; filler: string; count: number } {
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && text[to] === text[from]) to++
    if (to - from > LONG_RUN) return { head: text.slice(0, from), filler: text[from] ?? '', count: to - from }
    from = to
  }
  return { head: '', filler: '', count: 0 }
}
