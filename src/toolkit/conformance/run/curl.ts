/**
 * A sequence as lines for a shell. What a later request takes from an earlier answer is taken from it again, so
 * that the lines show the failure on any day: `curl` and `node`, which the kit needs anyway, are enough.
 */
import { isObject, type Json } from '../../contract/index.ts'
import type { Recorded } from './events.ts'
import type { Identity } from './identities.ts'

export interface CurlOptions {
  target: string
  /** Path of the file with the certificate authority. */
  ca?: string | undefined
  identities: readonly Identity[]
}

/** A value that one answer brought and a later request uses. */
export interface Carried {
  from: Recorded
  /** JSON Pointer into the body, or the header's name. */
  pointer: string
  header?: string
  value: string
}

const SHORTEST = 6

/** The values that later requests take from earlier answers. */
export function carriedBy(sequence: readonly Recorded[]): Carried[] {
  const carried: Carried[] = []
  for (const [index, from] of sequence.entries()) {
    const later = sequence.slice(index + 1)
    if (later.length === 0) break
    for (const { pointer, value, header } of valuesOf(from)) {
      if (carried.some((one) => one.value === value) || appears(value, from)) continue
      if (later.some((exchange) => appears(value, exchange)))
        carried.push({ from, pointer, value, ...(header !== undefined && { header }) })
    }
  }
  return carried
}

/** Members that hold what a later request may name, by their last words. */
const TELLING = /(id|ids|cursor|token|key|code|secret|slug|etag|location|next|marker|number|url)$/i
/** Values that only a server makes up. */
const MADE_UP = /^[a-z]+_[0-9a-z]{10,}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}$|^[0-9a-f]{24,}$/i

function isTelling(pointer: string, value: string): boolean {
  if (value.length < SHORTEST || value.length > 5000) return false
  const name =
    pointer
      .replace(/\/\d+$/, '')
      .split('/')
      .at(-1) ?? ''
  return MADE_UP.test(value) || TELLING.test(name)
}

/** Strings in an answer that are telling enough to be ids, cursors or tags. */
export function valuesOf(exchange: Recorded): { pointer: string; value: string; header?: string }[] {
  const values: { pointer: string; value: string; header?: string }[] = []
  const visit = (node: unknown, pointer: string) => {
    if (values.length > 300) return
    if (typeof node === 'string' && isTelling(pointer, node)) values.push({ pointer, value: node })
    else if (typeof node === 'number' && pointer.endsWith('id')) values.push({ pointer, value: String(node) })
    else if (Array.isArray(node))
      node.slice(0, 100).forEach((item, index) => {
        visit(item, `${pointer}/${index}`)
      })
    else if (isObject(node)) for (const [key, item] of Object.entries(node)) visit(item, `${pointer}/${key}`)
  }
  visit(exchange.json, '')
  const { etag } = exchange.headers
  if (typeof etag === 'string') values.push({ pointer: '', header: 'etag', value: etag })
  return values
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a request holds the value as a whole: a path segment, a query value, a header, a string in its body. */
export function appears(value: string, exchange: Recorded): boolean {
  const [path = '', query = ''] = exchange.path.split('?', 2)
  if (path.split('/').some((segment) => decoded(segment) === value)) return true
  if (query.split('&').some((pair) => decoded(pair.slice(pair.indexOf('=') + 1)) === value)) return true
  for (const header of Object.values(exchange.requestHeaders)) if (header === value) return true
  return value.length >= SHORTEST && (exchange.requestBody?.includes(JSON.stringify(value)) ?? false)
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The lines, with a comment before each request. */
export function curlLines(sequence: readonly Recorded[], options: CurlOptions): string {
  const carried = carriedBy(sequence)
  const names = new Map(carried.map((one, index) => [one.value, `V${index + 1}`]))
  return sequence
    .map((exchange, index) => {
      const brings = carried.filter(({ from }) => from === exchange)
      const step = `step${index + 1}`
      const last = index === sequence.length - 1
      const flags = ['curl', '-sS', ...(options.ca === undefined ? [] : ['--cacert', quoted(options.ca)])]
      const output = last ? ['-i'] : ['-D', `${step}.headers`, '-o', `${step}.body`]
      const parts = [...flags, ...output, '-X', exchange.method, ...requestFlags(exchange, options, names)]
      const lines = [
        `# ${index + 1}. ${exchange.operationId ?? `${exchange.method} ${exchange.path.split('?', 1)[0]}`} answered ${exchange.status}`,
        parts.join(' '),
      ]
      for (const { pointer, value, header } of brings) {
        const name = names.get(value) ?? 'V'
        lines.push(
          header === undefined
            ? `${name}=$(node -p ${quoted(`JSON.parse(fs.readFileSync(process.argv[1],"utf8"))${member(pointer)}`)} ${step}.body)`
            : `${name}=$(node -p ${quoted(`/^${header}: *(.*)$/im.exec(fs.readFileSync(process.argv[1],"utf8"))[1].trim()`)} ${step}.headers)`,
        )
      }
      return lines.join('\n')
    })
    .join('\n')
}

const member = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => (/^\d+$/.test(token) ? `[${token}]` : `[${JSON.stringify(token)}]`))
    .join('')

function requestFlags(
  exchange: Recorded,
  { target, identities }: CurlOptions,
  names: ReadonlyMap<string, string>,
): string[] {
  const filled = (text: string, encode: boolean): string => {
    let result = quoted(text)
    for (const [value, name] of names) {
      const plain = encode ? encodeURIComponent(value) : value
      if (plain !== '') result = result.replaceAll(plain.replaceAll("'", `'\\''`), `'"$${name}"'`)
    }
    return result
  }
  const flags: string[] = []
  for (const [name, value] of Object.entries(exchange.requestHeaders)) {
    const hidden = withVariable(value, identities)
    if (hidden !== undefined) flags.push('-H', `"${name}: ${hidden}"`)
    else flags.push('-H', filled(value === '' ? `${name};` : `${name}: ${value}`, false))
  }
  if (exchange.requestBody !== undefined)
    flags.push(
      '--data-binary',
      bodyText(exchange.requestBody, (text) => filled(text, false)),
    )
  if (exchange.method === 'HEAD') flags.push('-I')
  flags.push(filled(`${target.replace(/\/$/, '')}${exchange.path}`, true))
  return flags
}

/** The value with the identity's variable in place of its secret, whole or spoilt, so that no report shows one. */
function withVariable(value: string, identities: readonly Identity[]): string | undefined {
  for (const { credential, variable } of identities) {
    if (credential.kind !== 'header' || variable === undefined) continue
    const secret = credential.value.replace(/^\S+ /, '')
    const name = variable.slice(1)
    for (const [part, shell] of [
      [secret, `\${${name}}`],
      [secret.slice(0, -1), `\${${name}%?}`],
      [secret.slice(0, -4), `\${${name}%????}`],
    ] as const)
      if (part.length > 0 && value.includes(part)) return value.replace(part, () => shell)
  }
  return undefined
}

const LONGEST_BODY = 20_000

function bodyText(body: Buffer, fill: (text: string) => string): string {
  const text = body.toString()
  if (text.length > LONGEST_BODY) {
    const { head, filler, count } = shortened(text)
    if (count > 0)
      return `"$(node -p ${quoted(`${JSON.stringify(head)} + ${JSON.stringify(filler)}.repeat(${count}) + ${JSON.stringify(text.slice(head.length + count))}`)})"`
  }
  return fill(text)
}

/** A long run of one character, as violations of a length have it. */
function shortened(text: string): { head: string; filler: string; count: number } {
  const run = /(.)\1{1000,}/s.exec(text)
  return run === null
    ? { head: '', filler: '', count: 0 }
    : { head: text.slice(0, run.index), filler: run[1] ?? '', count: run[0].length }
}

export type { Json }
