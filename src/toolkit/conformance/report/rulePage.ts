/** The page of a rule: how reports name it, and its text, which is part of the package. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ruleCatalogue } from '../ruleCatalogue.ts'

const FOLDER = 'docs/reference/rules'

/** In the package, in the repository, and in what is built of it. */
const FOLDERS = ['../..', '../../../..', '../../../../..'].map((way) =>
  fileURLToPath(new URL(`${way}/${FOLDER}`, import.meta.url)),
)

/** The command that prints the page of a rule; undefined for a custom rule, which has no page. */
export const explainCommand = (rule: string): string | undefined =>
  ruleCatalogue.some(({ id }) => id === rule) ? `specwright explain ${rule}` : undefined

/**
 * The text of the page, in Markdown; undefined for a custom rule.
 * @example rulePage('created-read-back') // "# created-read-back\n\nA created resource must…"
 */
export function rulePage(rule: string): string | undefined {
  if (explainCommand(rule) === undefined) return undefined
  const file = FOLDERS.map((folder) => join(folder, `${rule}.md`)).find(existsSync)
  return file && readFileSync(file, 'utf8')
}
