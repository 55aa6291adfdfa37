/**
 * Part of `npm run commands`: writes the head and the last section of each rule's page, and the list of the rules, from
 * the definitions. Everything between is written by hand.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type CataloguedRule,
  RULE_GROUPS,
  ruleCatalogue,
} from '../../src/toolkit/conformance/ruleCatalogue.ts'
import { tablePages } from './ruleTables.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'docs/reference/rules')
const FIRST_VERSION = '0.1.0'
/** Rule sets that `--profile core` omits. */
const OPTIONAL = ['pagination', 'idempotency', 'rate-limits']

/** Every page with its text as it should be. */
export function rulePages(): [file: string, text: string][] {
  return [
    [join(FOLDER, 'index.md'), indexText()],
    ...ruleCatalogue.map((rule): [string, string] => {
      const file = join(FOLDER, `${rule.id}.md`)
      return [file, pageText(rule, existsSync(file) ? readFileSync(file, 'utf8') : '')]
    }),
  ]
}

function pageText(rule: CataloguedRule, page: string): string {
  const start = page.indexOf('## Why it matters')
  const end = page.indexOf('\n## Turn it off')
  const body = page.slice(Math.max(start, 0), end < 0 ? undefined : end).trim()
  return `${[headOf(rule), body, turnOffOf(rule)].join('\n\n')}\n`
}

function headOf({
  id,
  title,
  group,
  ruleSet,
  sources,
  options = [],
  since = FIRST_VERSION,
}: CataloguedRule): string {
  const facts = [
    sources.length === 1
      ? `- Source: ${sources[0]}`
      : `- Sources:\n${sources.map((one) => `  - ${one}`).join('\n')}`,
    `- Group: ${RULE_GROUPS[group]}, rule set \`${ruleSet}\``,
    ...(options.length > 0 ? [`- Options: ${options.map((option) => `\`${option}\``).join(', ')}`] : []),
    `- Since: ${since}`,
  ]
  return `# ${id}\n\n${title}\n\n${facts.join('\n')}`
}

function turnOffOf({ id, ruleSet }: CataloguedRule): string {
  const profile = OPTIONAL.includes(ruleSet) ? ` \`--profile core\` omits its rule set.` : ''
  return `## Turn it off

\`--skip ${id}\` leaves the rule out of a run.${profile} To excuse one operation, add this to \`conform.yaml\`:

\`\`\`yaml
hints:
  excused:
    - { rule: ${id}, operation: OPERATION_ID, reason: WHY }
\`\`\`

To accept a finding until a date, list it in the file of \`--baseline\`.`
}

function indexText(): string {
  const parts = Object.entries(RULE_GROUPS).map(([group, heading]) => {
    const rows = ruleCatalogue
      .filter((rule) => rule.group === group)
      .map(({ id, title, ruleSet }) => `| [${id}](${id}.md) | ${title} | \`${ruleSet}\` |`)
    return `## ${heading}\n\n| Rule | Requirement | Rule set |\n| --- | --- | --- |\n${rows.join('\n')}`
  })
  return `${[
    '<!-- Written by `npm run commands`. -->',
    '# Rules of conform',
    'Each rule has a page. `specwright explain RULE` prints it. `specwright rules` prints this list.',
    ...parts,
  ].join('\n\n')}\n`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [file, text] of [...rulePages(), ...tablePages()]) {
    writeFileSync(file, text)
    console.log(`wrote ${relative(ROOT, file)}`)
  }
