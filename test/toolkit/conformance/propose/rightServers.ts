/** The right servers of the other tests, with their documents. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readConfig } from '../../../../src/toolkit/conformance/conform.ts'
import type { JsonObject } from '../../../../src/toolkit/openapi/document.ts'
import { startBooks } from '../runner/booksServer.ts'
import { otherServers } from '../servers/start.ts'
import type { RightServer } from './restoration.ts'

/** A copy without aliases. */
const documentIn = (text: string) => JSON.parse(JSON.stringify(parse(text, { merge: true }))) as JsonObject

/** The document of the library lacks one status of its server. */
const library = readFileSync(join(import.meta.dirname, '../runner/books.yaml'), 'utf8').replaceAll(
  /(requestBody: .*\n\s+responses:\n)(\s+)/g,
  "$1$2'415': {$ref: '#/components/responses/Bad'}\n$2",
)

export const rightServers: RightServer[] = [
  ...otherServers.map((server): RightServer => {
    const read = (name: string) => readFileSync(join(server.folder, name), 'utf8')
    const { identities } = readConfig(read('conform.yaml'), { env: server.env, readFile: read })
    return {
      name: server.name,
      root: documentIn(read('openapi.yaml')),
      identities,
      start: () => server.start(),
    }
  }),
  {
    name: 'library',
    root: documentIn(library),
    identities: [{ name: 'owner', credentials: [{ kind: 'header', name: 'X-Token', value: 'secret' }] }],
    async start() {
      const server = await startBooks()
      return { target: server.url, close: async () => server[Symbol.asyncDispose]() }
    },
  },
]
