/** A piece of prose, as it is written in a file. */
export interface Passage {
  /** Of the first character, from 1. */
  line: number
  /** With its line breaks. Code, quotes, addresses and markup are spaces, so that offsets lead to lines. */
  text: string
  kind: 'heading' | 'text' | 'comment' | 'string' | 'name'
}

/** Replaces a part of a text by one word and spaces. Line breaks stay. */
const spacesFor = (part: string): string => {
  const spaces = part.replaceAll(/[^\n]/g, ' ')
  return part.length < 3 ? spaces : ` ◦${spaces.slice(2)}`
}

/** Code in backticks, quoted terms, addresses, placeholders of templates. */
const NOT_PROSE = [
  /`[^`]*`/g,
  /"[^"\n]{1,80}"/g,
  /“[^”]{1,80}”/g,
  /\bhttps?:\/\/[^\s)>\]]+/g,
  /\{\{?[^{}\n]*\}?\}/g,
]

/**
 * Replaces code, quotes and addresses by spaces.
 * @example withoutCode('Run `npm test` now.') // 'Run  ◦         now.'
 */
export const withoutCode = (text: string): string =>
  NOT_PROSE.reduce((rest, pattern) => rest.replaceAll(pattern, spacesFor), text)

/** Replaces HTML tags and character references by spaces. */
export const withoutMarkup = (text: string): string =>
  text
    .replaceAll(/<!--[\s\S]*?-->|<\/?[a-zA-Z][^<>]*>/g, (tag) => tag.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/&#?\w+;/g, (reference) => `◦${' '.repeat(reference.length - 1)}`)
