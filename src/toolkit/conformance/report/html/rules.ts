/** Explanations of rules with findings, from their pages in the package. */
import { Marked } from 'marked'
import { escaped } from '../../../theme/reportPage.ts'
import type { Collected } from '../collected.ts'
import { rulePage } from '../rulePage.ts'

/** The address of a rule within the report. */
export const ruleAnchor = (rule: string): string => `rule-${rule.replace(/[^\w-]/g, '-')}`

const markdown = new Marked({
  renderer: {
    // Pages of the docs are not part of the report.
    link({ tokens }) {
      return this.parser.parseInline(tokens)
    },
    html: ({ text }) => escaped(text),
  },
})

/** Each rule with findings: what it requires, why, an exchange that fails, and how to fix it. */
export function rulesSection({ run, findings }: Collected): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))]
  if (ids.length === 0) return ''
  const rules = ids.map((id) => {
    const page = rulePage(id)
    const title = run.rules.find((rule) => rule.id === id)
    const text =
      page === undefined
        ? `<p>${escaped(title?.title ?? id)} ${escaped(title?.basis ?? '')}</p>`
        : markdown.parse(page, { async: false })
    return `<details class="section" id="${ruleAnchor(id)}"><summary>${escaped(id)}</summary><div class="rule">${text.replaceAll('<pre>', '<pre tabindex="0">')}</div></details>`
  })
  return `<h2 id="rules">Rules with findings</h2>${rules.join('\n')}`
}
