/** Accepted findings, each with its reason and expiry date. */
import { parse } from 'yaml'
import { isObject, type Json } from '../openapi/document.ts'
import type { Finding } from './finding.ts'

export interface Waiver {
  /** The finding's rule. */
  rule: string
  /** The finding's subject, or the beginning of it; `*` stands for anything. */
  subject: string
  reason: string
  /** The last day on which it applies, `2026-12-31`. */
  expires: string
  /**
   * The version bump to use where the finding's level would require more, such as for a change of a part that
   * was never published.
   */
  bump?: 'minor' | 'patch' | 'none'
}

/** The file of waivers is not one. */
export class WaiverError extends Error {
  override readonly name = 'WaiverError'
}

/**
 * @param text YAML: a list, or an object with a list `waivers`
 * @throws WaiverError with the entry, its value and the expected one
 */
export function readWaivers(text: string, file: string): Waiver[] {
  let tree: Json
  try {
    tree = parse(text) as Json
  } catch (error) {
    throw new WaiverError(`${file} cannot be parsed: ${(error as Error).message}`)
  }
  const list = isObject(tree) ? tree.waivers : tree
  if (list === null || list === undefined) return []
  if (!Array.isArray(list))
    throw new WaiverError(`${file}: received ${typeof list}, expected a list of waivers.`)
  return list.map((entry, index) => readWaiver(entry, `${file}, waiver ${index + 1}`))
}

function readWaiver(entry: Json, location: string): Waiver {
  if (!isObject(entry))
    throw new WaiverError(`${location}: received ${JSON.stringify(entry)}, expected an object.`)
  const text = (member: string): string => {
    const value = entry[member]
    if (typeof value === 'string' && value.trim() !== '') return value
    throw new WaiverError(
      `${location}: \`${member}\` is ${JSON.stringify(value) ?? 'missing'}, expected a text.`,
    )
  }
  const expires = text('expires')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires))) {
    throw new WaiverError(`${location}: \`expires\` is ${expires}, expected a day such as 2026-12-31.`)
  }
  const { bump } = entry
  if (bump !== undefined && bump !== 'minor' && bump !== 'patch' && bump !== 'none')
    throw new WaiverError(`${location}: \`bump\` is ${JSON.stringify(bump)}, expected minor, patch or none.`)
  return {
    rule: text('rule'),
    subject: text('subject'),
    reason: text('reason'),
    expires,
    ...(bump !== undefined && { bump }),
  }
}

interface Waived {
  findings: Finding[]
  /** Waivers without effect: expired ones, and those that matched no finding. */
  remarks: string[]
}

/** A day lasts until its end, in UTC. */
const DAY = 24 * 60 * 60 * 1000

export function applyWaivers(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  today: number,
): Waived {
  const remarks: string[] = []
  const met = new Set<Waiver>()
  const over = (waiver: Waiver) => Date.parse(waiver.expires) + DAY <= today
  const marked = findings.map((finding): Finding => {
    const waiver = waivers.find((one) => matches(one, finding))
    if (!waiver) return finding
    met.add(waiver)
    if (over(waiver)) return finding
    const { reason, expires, bump } = waiver
    return { ...finding, waived: { reason, expires, ...(bump !== undefined && { bump }) } }
  })
  for (const waiver of waivers) {
    const name = `The waiver of ${waiver.rule} at ${waiver.subject}`
    if (!met.has(waiver)) remarks.push(`${name} meets no finding; remove it.`)
    else if (over(waiver)) remarks.push(`${name} expired on ${waiver.expires} and no longer counts.`)
  }
  return { findings: marked, remarks }
}

function matches({ rule, subject }: Waiver, finding: Finding): boolean {
  if (rule !== finding.rule && rule !== '*') return false
  const pattern = subject
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`).test(finding.subject)
}
