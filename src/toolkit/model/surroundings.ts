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

/** The paragraphs and list entries of a text, without headings and code blocks. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll(/```.*?(?:```|$)/gs, '')
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-*•+]|\d+[.)])[ \t])|\n(?=#)/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'))
