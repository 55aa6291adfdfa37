/** The clients that changes affect, as text and Markdown: each change with its places, and a table for several clients. */

import { plural } from '../../openapi/plural.ts'
import type { ClientReport, Site } from '../clients/client.ts'
import type { Finding } from '../finding.ts'
import { causesOf, type Report } from './report.ts'

/** The causes that affect a client, each with its sites; what no change explains comes last. */
function affectedCauses(
  findings: readonly Finding[],
  { sites }: ClientReport,
): { finding: Finding | undefined; sites: Site[] }[] {
  const first = new Map<Finding, Finding>()
  for (const { finding, others } of causesOf(findings))
    for (const one of [finding, ...others]) first.set(one, finding)
  const groups = new Map<Finding | undefined, Site[]>()
  for (const site of sites) {
    const found = site.finding === undefined ? undefined : findings[site.finding]
    const cause = found && first.get(found)
    groups.set(cause, [...(groups.get(cause) ?? []), site])
  }
  return [...groups]
    .map(([finding, own]) => ({ finding, sites: own }))
    .sort((a, b) => Number(a.finding === undefined) - Number(b.finding === undefined))
}

const isNoWord = ({ level }: Finding): boolean => level !== 'docs'

/** "src/web (TypeScript, 12 files): 3 of 41 changes affect it." */
function headingOf(findings: readonly Finding[], client: ClientReport): string {
  const affecting = affectedCauses(findings, client).filter(({ finding }) => finding !== undefined).length
  const all = causesOf(findings.filter(isNoWord)).length
  const { name, kind, size } = client
  const unit = kind === 'typescript' ? 'file' : 'exchange'
  const source = `${kind === 'typescript' ? 'TypeScript' : 'recording'}, ${plural(size, unit)}`
  return `${name} (${source}): ${affecting} of ${plural(all, 'change')} affect${affecting === 1 ? 's' : ''} it.`
}

const siteText = ({ file, line, column }: Site): string =>
  [file, line, column].filter((part) => part !== 0).join(':')

export function clientsText({ findings, clients = [] }: Report): string[] {
  if (clients.length === 0) return []
  const each = clients.map((client) =>
    [
      `  ${headingOf(findings, client)}`,
      ...affectedCauses(findings, client).flatMap(({ finding, sites }) => [
        `    ${finding?.sentence ?? 'No change explains these problems:'}`,
        ...(finding === undefined ? [] : [`      ${finding.rule} at ${finding.subject}`]),
        ...sites.map((site) => `      ${siteText(site)}  ${site.problem}`),
      ]),
    ].join('\n'),
  )
  return [['Clients', ...each, ...tableText(findings, clients)].join('\n')]
}

interface Row {
  finding: Finding
  counts: number[]
}

/** The table of several clients: a row for each change that affects one of them. */
function rowsOf(findings: readonly Finding[], clients: readonly ClientReport[]): Row[] {
  if (clients.length < 2) return []
  const affected = clients.map((client) => affectedCauses(findings, client))
  const countsOf = (finding: Finding) =>
    affected.map((causes) => causes.find((cause) => cause.finding === finding)?.sites.length ?? 0)
  return causesOf(findings)
    .map(({ finding }) => ({ finding, counts: countsOf(finding) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
}

function tableText(findings: readonly Finding[], clients: readonly ClientReport[]): string[] {
  const rows = rowsOf(findings, clients)
  if (rows.length === 0) return []
  const names = rows.map(({ finding: { rule, subject } }) => `${rule} at ${subject}`)
  const width = Math.max('Change'.length, ...names.map(({ length }) => length))
  const line = (name: string, cells: readonly string[]) =>
    `  ${[name.padEnd(width), ...cells.map((cell, index) => cell.padEnd(clients[index]?.name.length ?? 0))].join('  ').trimEnd()}`
  return [
    '',
    line(
      'Change',
      clients.map(({ name }) => name),
    ),
    ...rows.map(({ counts }, index) =>
      line(
        names[index] ?? '',
        counts.map((count) => (count === 0 ? '-' : String(count))),
      ),
    ),
  ]
}

/** A cell lists so many places. */
const MAX_PLACES = 3

export function clientsMarkdown({ findings, clients = [] }: Report): string[] {
  if (clients.length === 0) return []
  const affected = clients.map((client) => affectedCauses(findings, client))
  const rows = causesOf(findings).flatMap(({ finding }) => {
    const cells = affected.map((causes) => causes.find((cause) => cause.finding === finding)?.sites ?? [])
    return cells.every(({ length }) => length === 0)
      ? []
      : [`| ${[finding.sentence, ...cells.map(cellOf)].join(' | ')} |`]
  })
  const unexplained = clients.flatMap(({ name, sites }) =>
    sites
      .filter(({ finding }) => finding === undefined)
      .map((site) => `- No change explains a problem of ${name}: \`${siteText(site)}\` ${site.problem}`),
  )
  const head = `| Change | ${clients.map(({ name }) => `\`${name}\``).join(' | ')} |\n|${' --- |'.repeat(clients.length + 1)}`
  return [
    '## Clients',
    clients.map((client) => `- ${headingOf(findings, client)}`).join('\n'),
    rows.length === 0 ? '' : [head, ...rows].join('\n'),
    unexplained.join('\n'),
  ]
}

function cellOf(sites: readonly Site[]): string {
  if (sites.length === 0) return '–'
  const more = sites.length - MAX_PLACES
  const shown = sites.slice(0, MAX_PLACES).map((site) => `\`${siteText(site)}\``)
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
