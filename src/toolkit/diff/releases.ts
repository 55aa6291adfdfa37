/** The contracts that were published, and what has become of them since. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { objectAt } from '../openapi/document.ts'
import { compareDocuments } from './compare.ts'
import type { LoadedDocument } from './location.ts'
import { documentsIn } from './project.ts'
import { sections } from './report/formats.ts'
import { type DocumentPair, load, type Origin } from './source.ts'
import { compare } from './version.ts'
import { applyWaivers, readWaivers, type Waiver } from './waivers.ts'

/** A document with all its releases, oldest first. */
interface History {
  title: string
  current: LoadedDocument
  releases: LoadedDocument[]
}

/** Folders of released documents, such as `openapi/released/1.0.0.json`. */
const FOLDERS = ['openapi/released', 'asyncapi/released']
const WAIVERS = 'diff-waivers.yaml'

const infoOf = ({ root }: LoadedDocument) => objectAt(root, 'info')
const versionOf = (document: LoadedDocument): string => String(infoOf(document).version)

/** The documents of the project at `root` that have been released, by kind and title. */
export function historiesAt(root: string): History[] {
  const origin: Origin = { shown: (file) => relative(root, file) }
  const released = FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.json'))
    .map((file) => load(file, origin))
  if (released.length === 0) return []
  return documentsIn(root).flatMap((file) => {
    const current = load(file, origin)
    const title = String(infoOf(current).title)
    const releases = released
      .filter((one) => one.kind === current.kind && infoOf(one).title === title)
      .sort((a, b) => compare(versionOf(a), versionOf(b)))
    return releases.length > 0 ? [{ title, current, releases }] : []
  })
}

export function waiversAt(root: string): Waiver[] {
  const file = join(root, WAIVERS)
  return existsSync(file) ? readWaivers(readFileSync(file, 'utf8'), WAIVERS) : []
}

/** Each document now, and as it was released last. */
export const sinceRelease = (histories: readonly History[]): DocumentPair[] =>
  histories.flatMap(({ current, releases }) => {
    const last = releases.at(-1)
    return last ? [{ old: last, new: current }] : []
  })

/**
 * The changes of every version for consumers, latest first, as Markdown. Without locations, because they move
 * with every edit.
 */
export function changelogOf(histories: readonly History[], waivers: readonly Waiver[]): string {
  const parts = histories.map(({ title, current, releases }) => {
    const steps = [...releases, current]
    const versions = steps
      .slice(1)
      .map((now, index) => stepOf(steps[index] ?? now, now, now === current, waivers))
      .reverse()
    const first = releases[0]
    return [`## ${title}`, ...versions, `### ${first ? versionOf(first) : ''}`, 'The first release.'].join(
      '\n\n',
    )
  })
  return `${['# Changes of the contracts', ...parts].join('\n\n')}\n`
}

function stepOf(old: LoadedDocument, now: LoadedDocument, open: boolean, waivers: readonly Waiver[]): string {
  // No sunset and no waiver ends here: a changelog does not change by itself.
  const { findings } = compareDocuments([{ old, new: now }], 0)
  const heading = `### ${versionOf(now)}${open ? ' (unreleased)' : ''}`
  const body =
    findings.length === 0 ? ['Nothing changed.'] : sections(applyWaivers(findings, waivers, 0), '####', false)
  return [heading, ...body].join('\n\n')
}
