/** The version bump that the findings require under semantic versioning. */
import { isObject } from '../openapi/document.ts'
import type { Finding } from './finding.ts'
import type { DocumentPair } from './source.ts'

type Bump = 'major' | 'minor' | 'patch' | 'none'

export interface VersionAdvice {
  document: string
  /** `info.version` of both sides. */
  old: string
  new: string
  bump: Bump
  /** The least version that the changes require; undefined where the old one is not a semantic version. */
  expected?: string
  /** Whether the new version is at least the expected one. */
  satisfied: boolean
}

/**
 * The advice follows from the findings that affect the document. A waived finding counts as well, because a
 * waiver accepts the break and does not remove it.
 */
export function adviceOf({ old, new: now }: DocumentPair, findings: readonly Finding[]): VersionAdvice[] {
  if (!old || !now) return []
  const mine = findings.filter(({ documents }) => documents.includes(now.name))
  const [was, is] = [versionOf(old), versionOf(now)]
  const bump = bumpOf(mine)
  const expected = next(was, bump)
  return [
    {
      document: now.name,
      old: was,
      new: is,
      bump,
      ...(expected !== undefined && { expected }),
      satisfied: bump === 'none' || expected === undefined || compare(is, expected) >= 0,
    },
  ]
}

/** The advice after waivers, which can lower the bump of their findings. */
export function adviceAfterWaivers(
  advice: readonly VersionAdvice[],
  findings: readonly Finding[],
): VersionAdvice[] {
  return advice.map((one) => {
    const bump = bumpOf(findings.filter(({ documents }) => documents.includes(one.document)))
    const expected = next(one.old, bump)
    return {
      document: one.document,
      old: one.old,
      new: one.new,
      bump,
      ...(expected !== undefined && { expected }),
      satisfied: bump === 'none' || expected === undefined || compare(one.new, expected) >= 0,
    }
  })
}

const versionOf = ({ root }: NonNullable<DocumentPair['old']>): string =>
  isObject(root.info) ? String(root.info.version ?? '') : ''

function bumpOf(findings: readonly Finding[]): Bump {
  const levels = new Set(
    findings.map(({ level, waived }) =>
      waived?.bump === undefined
        ? level
        : ({ minor: 'risky', patch: 'docs', none: 'none' } as const)[waived.bump],
    ),
  )
  if (levels.has('breaking')) return 'major'
  if (levels.has('risky') || levels.has('compatible')) return 'minor'
  return levels.has('docs') ? 'patch' : 'none'
}

type Numbers = [major: number, minor: number, patch: number]

const numbersOf = (version: string): Numbers | undefined => {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?(?:[-+].*)?$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : undefined
}

/** Before 1.0.0 a break moves the minor version (Semantic Versioning 2.0.0, item 4). */
function next(version: string, bump: Bump): string | undefined {
  const numbers = numbersOf(version)
  if (!numbers) return undefined
  const [major, minor, patch] = numbers
  if (bump === 'none') return version
  if (bump === 'patch') return `${major}.${minor}.${patch + 1}`
  if (bump === 'major' && major > 0) return `${major + 1}.0.0`
  return `${major}.${minor + 1}.0`
}

/** Above zero where `a` is the later version. */
export function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  if (!left || !right) return -1
  for (const index of [0, 1, 2] as const) {
    if (left[index] !== right[index]) return left[index] - right[index]
  }
  return 0
}
