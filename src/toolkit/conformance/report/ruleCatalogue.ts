/** The rules of `conform` as the page of this package describes them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rulesPage } from './rulesPage.ts'

interface CataloguedRule {
  id: string
  /** Heading of the section that contains it, such as `Rules for every response`. */
  group: string
  /** What must be true, in one sentence. */
  title: string
  /** The section of the rule: paragraphs of Markdown. */
  text: string
}

/**
 * Every rule, in the order of the page.
 * @throws Error where the page is missing
 */
export function ruleCatalogue(): CataloguedRule[] {
  const page = readFileSync(resolve(rulesPage(process.cwd())), 'utf8')
  const rules: CataloguedRule[] = []
  for (const part of page.split(/^## /m)) {
    const [group = '', ...sections] = part.split(/^### /m)
    for (const section of sections) {
      const [, id, body] = /^([a-z0-9]+(?:-[a-z0-9]+)+)\n(.*)$/s.exec(section) ?? []
      if (id === undefined || body === undefined) continue
      const text = body.trim()
      const [first = ''] = text.split(/(?<=\.)\s/)
      rules.push({ id, group: group.split('\n')[0] ?? '', title: first.replaceAll(/\s+/g, ' '), text })
    }
  }
  return rules
}
