/** Findings of `conform` on the right server, each classified by hand once in `findings.yaml` of the target. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isRight, readResults } from './results.ts'
import { folderOf } from './target.ts'

export const CLASSES = ['server bug', 'document bug', 'debatable', 'false alarm'] as const
export type FindingClass = (typeof CLASSES)[number] | 'unclassified'

interface Classified {
  /** `*` stands for any characters of the key: cause, operation and subject. */
  finding: string
  class: FindingClass
  reason: string
}

export function readClassified(target: string): Classified[] {
  const file = join(folderOf(target), 'findings.yaml')
  return existsSync(file) ? ((parse(readFileSync(file, 'utf8')) as Classified[] | null) ?? []) : []
}

/** The findings of the first run on the right server with the class of each. */
export function classify(
  target: string,
): { key: string; text: string; class: FindingClass; reason: string }[] {
  const known = readClassified(target)
  const [first] = readResults(target).filter((one) => one.tool === 'conform' && isRight(one))
  const unique = new Map((first?.complaints ?? []).map((one) => [one.key, one.text ?? '']))
  return [...unique].map(([key, text]) => {
    const entry = known.find(({ finding }) => patternOf(finding).test(key))
    return { key, text, class: entry?.class ?? 'unclassified', reason: entry?.reason ?? '' }
  })
}

const patternOf = (finding: string): RegExp => new RegExp(`^${finding.split('*').map(escaped).join('.*')}$`)

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&')

export function printFindings(target: string): void {
  for (const { key, text, class: kind, reason } of classify(target))
    console.log(`${kind}: ${key}\n  ${reason}\n${text.replaceAll(/^/gm, '    ')}\n`)
}
