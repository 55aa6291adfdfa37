/** Where the rules are explained: the page of this package, wherever it is installed. */
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In the package, in the repository, and in what is built of it. */
const PAGE = [
  '../../docs/explain/how-conform-works.md',
  '../../../../docs/explain/how-conform-works.md',
  '../../../../../docs/explain/how-conform-works.md',
]
  .map((way) => fileURLToPath(new URL(way, import.meta.url)))
  .find((file) => existsSync(file))

/**
 * The path of the page, to which `#` and the id of a rule are appended.
 * @param folder the working folder, below which the path is relative
 * @example rulesPage('/my/project') // "node_modules/specwright/docs/explain/how-conform-works.md"
 */
export function rulesPage(folder: string): string {
  if (PAGE === undefined) return 'docs/explain/how-conform-works.md'
  const way = relative(folder, PAGE).replaceAll('\\', '/')
  return way.startsWith('../') ? PAGE : way
}
