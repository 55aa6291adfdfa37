/** Descriptions around operations: those of the API, of their tags and of their paths, which state rules of many requests. */
import { isObject } from '../openapi/document.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf } from './description.ts'
import { normal } from './vocabulary.ts'

const known = new WeakMap<Api, Map<string, readonly string[]>>()

/**
 * The paragraphs and list entries around an operation, without those of code blocks. A table is one paragraph.
 * @returns the nearest first: those of its path, its tags and the API; not its own description
 */
export function surroundingTexts(api: Api, operation: ApiOperation): readonly string[] {
  const ofApi = known.get(api) ?? new Map<string, readonly string[]>()
  known.set(api, ofApi)
  const texts = ofApi.get(operation.pointer) ?? textsAround(api, operation)
  ofApi.set(operation.pointer, texts)
  return texts
}

function textsAround({ document: { root } }: Api, { template, operation }: ApiOperation): string[] {
  if (!isObject(root)) return []
  const tags = Array.isArray(operation.tags) ? operation.tags.map((one) => normal(String(one))) : []
  const declared = Array.isArray(root.tags) ? root.tags.filter(isObject) : []
  const paths = isObject(root.paths) ? root.paths : {}
  return [
    paths[template],
    ...declared.filter(({ name }) => tags.includes(normal(String(name)))),
    root.info,
  ].flatMap((node) => paragraphsOf(descriptionOf(node)))
}

/** Headings of texts about other versions. */
const OTHER_VERSIONS =
  /\b(?:change ?-?logs?|changes|history|planned|plans|road ?-?map|future|upcoming|known (?:problems?|issues?|bugs?)|migrat\w+|deprecat\w+|release notes?|versions?)\b/i

/** The paragraphs and list entries of a text, without headings, code blocks and what is about other versions. */
export function paragraphsOf(text: string): string[] {
  const found: string[] = []
  let skipped = Number.POSITIVE_INFINITY
  const parts = text
    .replaceAll(/```.*?(?:```|$)/gs, '')
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-*•+]|\d+[.)])[ \t])|\n(?=#)/)
  for (const part of parts.map((one) => one.trim())) {
    const [heading = '', ...rest] = /^#/.test(part) ? part.split('\n') : []
    const level = /^#*/.exec(heading)?.[0].length ?? 0
    if (level > 0 && level <= skipped)
      skipped = OTHER_VERSIONS.test(heading) ? level : Number.POSITIVE_INFINITY
    const below = (level > 0 ? rest.join('\n') : part).trim()
    if (skipped === Number.POSITIVE_INFINITY && below !== '') found.push(below)
  }
  return found
}
