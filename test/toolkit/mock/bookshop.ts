/** The sample document of the pages: books with credentials, a list with filters, and every verb. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '../../../docs/start/sample.md')

/** The document as YAML text, as a page would import it. */
export const BOOKSHOP: string =
  /```yaml file=openapi\.yaml\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? ''
