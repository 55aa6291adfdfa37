/** The result of a comparison as data. */

import { plural } from '../../openapi/plural.ts'
import type { ClientReport } from '../clients/client.ts'
import { type Finding, LEVELS, type Level } from '../finding.ts'
import type { VersionAdvice } from '../version.ts'

export interface Report {
  old: string
  new: string
  findings: Finding[]
  versions: VersionAdvice[]
  remarks: string[]
  /** The clients that were named. */
  clients?: ClientReport[]
}

export const HEADINGS: Record<Level, string> = {
  breaking: 'Breaking',
  risky: 'Risky',
  compatible: 'Compatible',
  docs: 'Words',
}

/** Unwaived breaks decide over the exit code. */
export const breaks = ({ findings }: Report): Finding[] =>
  findings.filter(({ level, waived }) => level === 'breaking' && !waived)

/** Unwaived findings that `--fail-on risky` fails on. */
export const risks = ({ findings }: Report): Finding[] =>
  findings.filter(({ level, waived }) => level !== 'compatible' && !waived)

export const byLevel = ({ findings }: Report): [Level, Finding[]][] =>
  LEVELS.map((level): [Level, Finding[]] => [
    level,
    findings.filter((finding) => finding.level === level),
  ]).filter(([, found]) => found.length > 0)

export const locationText = ({ file, line, column }: Finding['old']): string => `${file}:${line}:${column}`

/** "GET /a, GET /b and 7 others", without the first, which the sentence names. */
export function otherUses({ uses }: Finding): string {
  const others = uses.slice(1)
  if (others.length === 0) return ''
  const shown = others.slice(0, 3)
  const more = others.length - shown.length
  return `Also: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** One edit, with every place that it reaches. */
export interface Cause {
  /** The first place. */
  finding: Finding
  others: Finding[]
}

/** One edit of a schema changes each place that uses it: the same rule with the same words at one end of the change. */
export function causesOf(findings: readonly Finding[]): Cause[] {
  const known = new Map<string, Cause>()
  const causes: Cause[] = []
  for (const finding of findings) {
    const { rule, level, direction, cause, waived } = finding
    const own = [rule, level, direction, cause, waived?.reason].join('\n')
    const keys = [`old ${locationText(finding.old)}`, `new ${locationText(finding.new)}`].map(
      (place) => `${own}\n${place}`,
    )
    const before = keys.flatMap((key) => known.get(key) ?? [])[0]
    const met = before ?? { finding, others: [] }
    if (before === undefined) causes.push(met)
    else before.others.push(finding)
    for (const key of keys) known.set(key, known.get(key) ?? met)
  }
  return causes
}

/** How many places a line names. */
const MAX_PLACES = 3

/** "The same in 25 other places: GET /a > 200 > name, …" */
export function otherPlaces({ others }: Cause): string {
  if (others.length === 0) return ''
  const named = others.slice(0, MAX_PLACES).map(({ subject }) => subject)
  const more = others.length - named.length
  return `The same in ${plural(others.length, 'other place')}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** "3 breaking (1 waived), 2 risky, 5 compatible, 0 docs": a change with one cause counts once. */
export function totals({ findings }: Report): string {
  const causes = causesOf(findings).map(({ finding }) => finding)
  return LEVELS.map((level) => {
    const found = causes.filter((finding) => finding.level === level)
    const waived = found.filter((finding) => finding.waived).length
    return `${found.length} ${level}${waived > 0 ? ` (${waived} waived)` : ''}`
  }).join(', ')
}

export function versionLine({ document, old, new: now, bump, expected, satisfied }: VersionAdvice): string {
  if (bump === 'none') return `${document}: nothing changed, version ${now || 'not given'}.`
  if (expected === undefined) {
    return `${document}: these changes are ${bump}; its version ${old || '(none)'} is not a semantic version.`
  }
  const verdict = satisfied ? `${now} is enough` : now === old ? `it is still ${now}` : `it is ${now}`
  return `${document}: these changes are ${bump} and require version ${expected} after ${old}; ${verdict}.`
}

interface GroupedFindings {
  each: Cause[]
  /** One line for many findings. */
  summed: string[]
}

const single = (finding: Finding): Cause => ({ finding, others: [] })

/** A rule about descriptions that applies at more locations than these is reported in one line. */
const MAX_OF_WORDS = 3

/** The findings of a level as a report shows them: one by one, or a count of locations for descriptions. */
export function groupFindings(level: Level, findings: readonly Finding[]): GroupedFindings {
  if (level !== 'docs') return { each: causesOf(findings), summed: [] }
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const detail = /`(x-[^`.]+)/.exec(finding.sentence)?.[1]
    const key =
      finding.rule === 'extension-changed'
        ? `\`${detail}\``
        : `${finding.rule
            .replace(/^(request|response)-/, '')
            .replace(/-changed$/, '')
            .replaceAll('-', ' ')}`
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  const small = [...groups].filter(([, group]) => group.length <= MAX_OF_WORDS)
  const large = [...groups].filter(([, group]) => group.length > MAX_OF_WORDS)
  return {
    each: small.flatMap(([, group]) => group).map(single),
    summed: large.map(
      ([key, group]) =>
        `${key.charAt(0).toUpperCase()}${key.slice(1)} changed in ${group.length} places, such as ${group[0]?.subject}.`,
    ),
  }
}

/** A cause with more locations than these is one entry of a changelog. */
const MAX_OF_A_CAUSE = 3

/** The findings of a level for people who want to know what was decided, not each location that it reached. */
export function groupByCause(level: Level, findings: readonly Finding[]): GroupedFindings {
  if (level === 'docs') return groupFindings(level, findings)
  const groups = new Map<string, Finding[]>()
  const distinct = new Map(findings.map((finding) => [`${finding.sentence}\n${finding.uses}`, finding]))
  for (const finding of distinct.values()) {
    const key = [finding.rule, finding.cause, finding.waived?.reason].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  const all = [...groups.values()]
  return {
    each: all
      .filter((group) => group.length <= MAX_OF_A_CAUSE)
      .flat()
      .map(single),
    summed: all.filter((group) => group.length > MAX_OF_A_CAUSE).map(summary),
  }
}

function summary(group: readonly Finding[]): string {
  const [first, ...others] = group as [Finding, ...Finding[]]
  const uses = new Set(group.flatMap((finding) => finding.uses))
  const waiver = first.waived ? ` *Accepted until ${first.waived.expires}: ${first.waived.reason}*` : ''
  const examples = others.slice(0, 2).map(({ subject }) => subject)
  return `${first.sentence} The same in ${others.length} other places, such as ${examples.join(' and ')}; ${uses.size} operations and events in all.${waiver}`
}
