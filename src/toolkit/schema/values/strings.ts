/** Strings that satisfy a schema's format, pattern and lengths. */
import type { Arbitrary } from 'fast-check'
import type { JsonObject } from '../../openapi/document.ts'
import { isLargePattern, linearPattern, type TextPattern } from '../../openapi/patterns.ts'
import { formatNamed, isIdentifier } from '../names.ts'
import { createRandom, type Random, seedFor } from './random.ts'

/** A number of the range for fictional use in the United States, in the form of E.164. */
const phone = (random: Random): string => `+1555${1_000_000 + anew(random).below(8_999_999)}`

const formats: Record<string, (random: Random) => string> = {
  'date-time': () => '2031-03-04T05:06:07.000Z',
  date: () => '2031-03-04',
  time: () => '05:06:07Z',
  duration: () => 'PT1H',
  uuid: (random) => {
    const hex = (length: number) =>
      Array.from({ length }, () => '0123456789abcdef'.charAt(random.below(16))).join('')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
  },
  email: (random) => `${random.word(10)}@example.com`,
  'idn-email': (random) => `${random.word(10)}@example.com`,
  uri: (random) => `https://example.com/${random.word(8)}`,
  url: (random) => `https://example.com/${random.word(8)}`,
  'uri-reference': (random) => `/${random.word(8)}`,
  iri: (random) => `https://example.com/${random.word(8)}`,
  hostname: (random) => `${random.word(8)}.example.com`,
  ipv4: () => '192.0.2.7',
  ipv6: () => '2001:db8::7',
  byte: () => 'dmFsdWU=',
  binary: () => 'value',
  password: (random) => `Aa1!${random.word(12)}`,
  'json-pointer': () => '/value',
  regex: () => '^a+$',
  phone,
  'phone-number': phone,
  tel: phone,
  'time-zone': () => 'Europe/Berlin',
  currency: () => 'EUR',
  country: () => 'DE',
}

/** The generator for the format of the schema, else for the one that the name shows. */
function formatOf({ format, pattern }: JsonObject, name: string): ((random: Random) => string) | undefined {
  if (typeof format === 'string') return formats[format]
  return pattern === undefined ? formats[formatNamed(name) ?? ''] : undefined
}

export const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise

/** Whether a string matches the schema's pattern and lengths. An invalid ECMAScript pattern matches everything. */
export function fits(view: JsonObject, text: string): boolean {
  const length = [...text].length
  if (length < numberOr(view.minLength, 0) || length > numberOr(view.maxLength, Number.POSITIVE_INFINITY))
    return false
  const pattern = regexOf(view)
  return pattern === undefined || pattern.test(text)
}

export function regexOf(view: JsonObject): TextPattern | undefined {
  if (typeof view.pattern !== 'string') return undefined
  try {
    return linearPattern(view.pattern)
  } catch {
    return undefined
  }
}

/** Sample values of formats in documentation. */
const PLAIN_TEXTS: Record<string, string> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  duration: 'P3D',
  email: 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  'uri-reference': '/path',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'aGVsbG8=',
  password: '********',
}

/** Longer strings do not help readers. */
const MAX_PLAIN_LENGTH = 200

/** A string for documentation: a sample of the format, `string`, or a simple match of the pattern. */
export function plainText(view: JsonObject, random: Random): string {
  const known = typeof view.format === 'string' ? PLAIN_TEXTS[view.format] : undefined
  const word = (known ?? 'string').padEnd(Math.min(numberOr(view.minLength, 0), MAX_PLAIN_LENGTH), 'x')
  const text = known === undefined ? word.slice(0, numberOr(view.maxLength, word.length)) : word
  if (regexOf(view)?.test(text) !== false) return text
  const made = samplesOf(view, random).filter(({ length }) => length <= MAX_PLAIN_LENGTH)
  return made.find((one) => /^[\w.,:;@=/+-]+$/.test(one)) ?? made[0] ?? text
}

/**
 * A string of the schema, a different one at each call; undefined when none could be made.
 * @param start what the text may begin with
 */
export function stringFor(
  view: JsonObject,
  random: Random,
  name = 'value',
  start = name,
): string | undefined {
  const format = formatOf(view, name)
  if (format !== undefined) {
    const made = format(anew(random))
    if (fits(view, made)) return made
  }
  const least = numberOr(view.minLength, 0)
  const most = numberOr(view.maxLength, Number.POSITIVE_INFINITY)
  const word = random.word(8)
  const phrase = `${start} ${word}`
  const isOneWord = isIdentifier(name)
  const candidates = [
    ...(isOneWord ? [] : [phrase]),
    `${start}-${word}`,
    `${start}${word}`,
    word,
    word.slice(0, 3),
    word.toUpperCase(),
    `https://example.com/${word}`,
    String(1_000_000 + anew(random).below(8_999_999)),
    phone(random),
    ...(isOneWord ? [phrase] : []),
  ]
  for (const candidate of candidates) {
    const padded = candidate.length < least && least < 10_000 ? candidate.padEnd(least, 'x') : candidate
    for (const text of [padded, withoutBlankEnd(padded.slice(0, Math.min(most, padded.length)))])
      if (fits(view, text)) return text
  }
  return samplesOf(view, random)[0]
}

/** The name of a property of a map: an identifier, unless `propertyNames` demands something else. */
export function keyFor(names: JsonObject, random: Random): string | undefined {
  const key = `key_${random.word(8)}`
  if (Array.isArray(names.enum)) return names.enum.find((one) => typeof one === 'string')
  return names.format === undefined && fits(names, key) ? key : stringFor(names, random, 'key')
}

/** Chance that follows from a word, so that a check that is run once more makes other numbers and codes as well. */
const anew = (random: Random): Random => createRandom(seedFor(0, random.word(12)))

/** Some servers trim what they are sent: a text that is cut ends in a letter. */
const withoutBlankEnd = (text: string): string => text.replace(/\s$/, 'x')

type PatternLibrary = Pick<typeof import('fast-check'), 'stringMatching' | 'sample'>

let library: PatternLibrary | undefined

/** For a page, where nothing can be loaded on demand. */
export const providePatterns = (given: PatternLibrary): void => {
  library = given
}

/** Loaded only when a pattern needs it: few do, and loading takes 200 ms. */
function fastCheck(): PatternLibrary {
  library ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)(
    'fast-check',
  ) as PatternLibrary
  return library
}

/** Generators by pattern: parsing a pattern costs a thousand times as much as generating a string. */
const generators = new Map<string, Arbitrary<string> | undefined>()

function generatorOf(pattern: TextPattern): Arbitrary<string> | undefined {
  if (!generators.has(pattern.source)) generators.set(pattern.source, madeGenerator(pattern))
  return generators.get(pattern.source)
}

function madeGenerator({ source }: TextPattern): Arbitrary<string> | undefined {
  if (isLargePattern(source)) return undefined
  const fc = fastCheck()
  try {
    return fc.stringMatching(new RegExp(source, 'u'))
  } catch {
    return undefined // the pattern uses what the generator does not know; an example in the document helps
  }
}

/** Strings of the pattern that have the lengths, too. */
function samplesOf(view: JsonObject, random: Random): string[] {
  const pattern = regexOf(view)
  const generator = pattern && generatorOf(pattern)
  if (generator === undefined) return []
  const options = { seed: anew(random).below(2 ** 31 - 1), numRuns: 40 }
  return fastCheck()
    .sample(generator, options)
    .filter((text) => fits(view, text))
}

/** The text made exactly `length` code points long, still of the pattern; undefined where that did not work. */
export function ofLength(view: JsonObject, seed: string, length: number): string | undefined {
  const points = [...seed]
  const pattern = regexOf(view)
  const right = (text: string) => pattern === undefined || pattern.test(text)
  if (points.length >= length) {
    const cut = withoutBlankEnd(points.slice(0, length).join(''))
    return right(cut) ? cut : undefined
  }
  const middle = points[Math.floor(points.length / 2)] ?? 'x'
  for (const filler of [points.at(-1) ?? 'x', middle, 'x', 'a', '7', 'A']) {
    const inside = Math.max(0, Math.floor(points.length / 2))
    const missing = filler.repeat(length - points.length)
    const ends = [seed + missing, points.slice(0, inside).join('') + missing + points.slice(inside).join('')]
    for (const text of ends) if (right(text) && [...text].length === length) return text
  }
  return undefined
}

/** Strings that a careless check accepts: another scheme, an extra letter before it, the last letter missing. */
export const nearMisses = (value: string): string[] => [
  ...(/^https:/.test(value) ? [value.replace(/^https:/, 'http:')] : []),
  `x${value}`,
  value.slice(0, -1),
]

/** Of the right form, and meaning nothing (RFC 3339, 5.7). */
export const NEARLY: Readonly<Record<string, string>> = {
  date: '2026-02-30',
  'date-time': '2026-02-30T12:00:00Z',
}
