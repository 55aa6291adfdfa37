/**
 * Builds the readers' site into `docs/site/`: start page, guides, and the references of the documents that
 * redocly.yaml lists. It opens from disk and asks the network for nothing.
 *
 *     npm run docs
 */
import { writeSite } from '../src/toolkit/docs/site.ts'
import { refuseFaults } from '../src/toolkit/lint/faults.ts'
import { listedDocuments, projectSite } from './docs/site.ts'

const SITE = 'docs/site'

const root = process.cwd()
await refuseFaults(Object.values(listedDocuments(root)), root)
const files = projectSite(root)
writeSite(SITE, files)
console.log(`Wrote ${files.size} files; open ${SITE}/index.html.`)
