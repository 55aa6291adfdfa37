/** The breaks of a document against its release, as the loop shows them. */

import { plural } from '../openapi/plural.ts'
import type { Break } from './compareThread.ts'
import type { DesignDocument } from './project.ts'

/** @param shown a path as people read it */
export function createBreakReport(shown: (file: string) => string) {
  /** The sentences of the last comparison, by document. */
  const before = new Map<string, ReadonlySet<string>>()

  /** Breaks that the last save has added come first: a list that is cut must not hide them. */
  return (
    { name, released = '' }: DesignDocument,
    found: readonly Break[],
  ): [state: 'good' | 'bad', summary: string, lines: string[]] => {
    const known = before.get(name)
    before.set(name, new Set(found.map(({ sentence }) => sentence)))
    const isKnown = ({ sentence }: Break) => known?.has(sentence) === true
    const added = found.filter((one) => !isKnown(one))
    const lines = [...added, ...found.filter(isKnown)].map(({ file, line, sentence, uses }) => {
      const more = uses > 1 ? ` (${uses} places)` : ''
      return `${file}:${line} ${sentence}${more}`
    })
    const some = added.length > 0 && added.length < found.length ? `, ${added.length} of them new` : ''
    const summary =
      found.length === 0 ? `nothing, against ${shown(released)}` : plural(found.length, 'break') + some
    return [found.length === 0 ? 'good' : 'bad', summary, lines]
  }
}
