/** Builds the site of an API from its documents, and the sample requests on it. */
export { buildSite, namesOf, siteFiles } from './build.ts'
export { readConfiguration } from './guides.ts'
export { sampleRequest } from './samples/request.ts'
export { writeSite } from './site.ts'
