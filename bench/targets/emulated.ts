/** Services of emulate, stateful stand-ins of the APIs of vendors, with the documents of these vendors. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, objectAt } from '../../src/toolkit/openapi/index.ts'
import type { Target } from '../faults/target.ts'

interface Emulated {
  /** File of the vendor's document. */
  document: string
  token: string
  /** Paths that the stand-in lists as its own; what else the vendor has, it does not claim to have. */
  paths: RegExp
}

export const emulated = (
  service: string,
  { document, token, paths }: Emulated,
): Pick<Target, 'document' | 'base' | 'ready' | 'start' | 'login'> => ({
  document: {
    read({ installation }) {
      const root = JSON.parse(readFileSync(join(installation, document), 'utf8')) as JsonObject
      const selected = Object.entries(objectAt(root, 'paths')).filter(([path]) => paths.test(path))
      return JSON.stringify({ ...root, servers: [], paths: Object.fromEntries(selected) })
    },
  },
  base: '',
  ready: '/',
  start: ({ node, installation, port }) => ({
    command: [
      node,
      join(installation, 'node_modules/emulate/dist/index.js'),
      ...['start', '--service', service, '--port', `${port}`],
    ],
  }),
  login: async () => ({ EMULATE_TOKEN: token }),
})
