/**
 * Builds the documentation into `docs/site/`: the site of specwright, and below `service/` that of the reference service
 * with the references of the documents that redocly.yaml lists. It opens from disk and requests nothing from the network.
 *
 *     npm run docs
 */
import { writeSite } from '../src/toolkit/docs/site.ts'
import { rejectFaults } from '../src/toolkit/lint/faults.ts'
import { listedDocuments, projectSites } from './docs/sites.ts'

const SITE = 'docs/site'

const root = process.cwd()
await rejectFaults(Object.values(listedDocuments(root)), root)
const files = projectSites(root)
writeSite(SITE, files)
console.log(`Wrote ${files.size} files; open ${SITE}/index.html.`)
