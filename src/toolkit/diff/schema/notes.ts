/** Annotations of a schema: defaults, deprecation, descriptions, extensions. */
import type { Json } from '../../openapi/document.ts'
import { compareExtensions } from '../extensions.ts'
import { compareLifecycle } from '../lifecycle.ts'
import { canonical } from '../location.ts'
import { shown } from '../messages.ts'
import type { SchemaComparison } from './comparison.ts'
import type { Notes } from './shape.ts'

/** Words for people; a change of them changes nothing else. */
const WORDS = ['title', 'description', 'examples', 'externalDocs'] as const
/** The order of examples has no meaning. */
const wordsOf = (notes: Notes, keyword: (typeof WORDS)[number]): string =>
  keyword === 'examples' && Array.isArray(notes.examples)
    ? notes.examples.map(canonical).sort().join()
    : canonical(notes[keyword])

export function compareNotes(comparison: SchemaComparison): void {
  const { old, new: now, note, direction } = comparison
  for (const keyword of WORDS) {
    if (wordsOf(old.notes, keyword) === wordsOf(now.notes, keyword)) continue
    note({
      rule: `${keyword === 'externalDocs' ? 'external-docs' : keyword}-changed`,
      effect: 'other',
      level: 'docs',
      keyword: keyword === 'examples' && !now.keywords.has('examples') ? 'example' : keyword,
      say: ({ subject, context }) => `The ${NAMES[keyword]} of ${subject} ${context} changed.`,
    })
  }
  compareDefault(comparison)
  compareXml(comparison)
  compareVisibility(comparison)
  compareLifecycle(comparison.pair, {
    old: { location: old.location, deprecated: old.notes.deprecated === true, extensions: old.extensions },
    new: { location: now.location, deprecated: now.notes.deprecated === true, extensions: now.extensions },
    direction,
    named: ({ subject, context }) => `${subject} ${context}`,
  })
  compareExtensible(comparison)
  const rest = (extensions: ReadonlyMap<string, Json>) =>
    new Map([...extensions].filter(([name]) => name !== 'x-extensible-enum'))
  compareExtensions(comparison.pair, {
    old: { location: old.location, extensions: rest(old.extensions) },
    new: { location: now.location, extensions: rest(now.extensions) },
    direction,
    named: ({ subject, context }) => `${subject} ${context}`,
  })
  for (const keyword of new Set([...old.unknown.keys(), ...now.unknown.keys()])) {
    if (canonical(old.unknown.get(keyword)) === canonical(now.unknown.get(keyword))) continue
    note({
      rule: 'unknown-keyword-changed',
      effect: 'other',
      keyword,
      detail: keyword,
      say: ({ subject, context }) =>
        `\`${keyword}\` of ${subject} ${context} was ${shown(old.unknown.get(keyword))} and is ${shown(now.unknown.get(keyword))}. \`diff\` does not know this keyword.`,
    })
  }
}

const NAMES = {
  title: 'title',
  description: 'description',
  examples: 'examples',
  externalDocs: 'link to further reading',
}

function compareDefault({ old, new: now, note, direction }: SchemaComparison): void {
  const [before, after] = [old.notes.default, now.notes.default]
  if (canonical(before) === canonical(after)) return
  note({
    rule: 'default-changed',
    effect: 'other',
    keyword: 'default',
    say: ({ subject, context, who }) =>
      direction === 'request'
        ? `${who} that leave out ${subject} ${context} get ${shown(after)} where they got ${shown(before)}.`
        : `${who} that find ${subject} missing ${context} have to read it as ${shown(after)}, where it was ${shown(before)}.`,
  })
}

/** Names and attributes are the form of a document in XML, and a remark in any other. */
function compareXml({ old, new: now, note, encoding }: SchemaComparison): void {
  const [before, after] = [old.notes.xml, now.notes.xml]
  if (canonical(before) === canonical(after)) return
  note({
    rule: 'xml-changed',
    effect: 'other',
    level: encoding === 'xml' ? 'breaking' : 'risky',
    keyword: 'xml',
    say: ({ subject, context }) =>
      `${subject} ${context} is serialized differently in XML: \`xml\` was ${shown(before)} and is ${shown(after)}.`,
  })
}

/**
 * Where `readOnly` or `writeOnly` removes a property, the object that contains it reports that. Here the
 * keyword is an annotation.
 */
function compareVisibility({ old, new: now, note, direction }: SchemaComparison): void {
  for (const mark of ['readOnly', 'writeOnly'] as const) {
    const decides = (mark === 'readOnly') === (direction === 'request')
    if (decides || old.notes[mark] === now.notes[mark]) continue
    note({
      rule: `${mark === 'readOnly' ? 'read-only' : 'write-only'}-changed`,
      effect: 'other',
      level: 'docs',
      keyword: mark,
      say: ({ subject, context }) =>
        `${subject} ${context} ${now.notes[mark] ? 'is now' : 'is no longer'} marked \`${mark}\`; this has no effect here.`,
    })
  }
}

/** `x-extensible-enum`: a list of values that is expected to grow. */
function compareExtensible({ old, new: now, note, direction }: SchemaComparison): void {
  const listOf = (value: Json | undefined) => (Array.isArray(value) ? value : [])
  const [was, is] = [old.extensions.get('x-extensible-enum'), now.extensions.get('x-extensible-enum')]
  if (was === undefined && is === undefined) return
  const before = listOf(was).map(shown)
  const after = listOf(is).map(shown)
  for (const value of before.filter((item) => !after.includes(item))) {
    note({
      rule: 'extensible-enum-value-removed',
      effect: 'narrower',
      keyword: 'x-extensible-enum',
      detail: value,
      say: ({ subject, context, who, rejected }) =>
        direction === 'request'
          ? `${who} that send ${value} for ${subject} ${context} ${rejected}.`
          : `${subject} ${context} is no longer ${value}.`,
    })
  }
  for (const value of after.filter((item) => !before.includes(item))) {
    note({
      rule: 'extensible-enum-value-added',
      effect: 'wider',
      level: 'compatible',
      keyword: 'x-extensible-enum',
      detail: value,
      say: ({ subject, context, who }) =>
        `${who} ${direction === 'request' ? 'may send' : 'can receive'} ${value} for ${subject} ${context}, as announced.`,
    })
  }
}
