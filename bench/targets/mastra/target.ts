import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, objectAt } from '../../../src/toolkit/openapi/index.ts'
import { defineTarget, type Source } from '../../faults/target.ts'

/** Paths of stored resources; the others of 411 operations run agents, workflows and tools. References in those of skills lead nowhere. */
const PATHS =
  /^\/(stored\/(agents|prompt-blocks|scorers|mcp-clients|workspaces)|datasets|experiments|memory\/(threads|save-messages|messages)|scores)(\/|$)/
/** Operations that send requests to a model. */
const MODEL = /(generate-items|cluster-failures|\/run)$/

export default defineTarget({
  title: 'Mastra 1.71, agents; its API of stored agents, prompts, data sets and threads, on SQLite',
  packages: {
    '@hono/node-server': '1.19.19',
    '@mastra/core': '1.71.0',
    '@mastra/hono': '1.7.9',
    '@mastra/libsql': '1.23.1',
    '@mastra/memory': '1.31.0',
    hono: '4.13.19',
    zod: '4.6.7',
  },
  node: '24.21.0',
  document: { read: readDocument },
  base: '/api',
  ready: '/api/stored/agents',
  start({ node, installation, state, port }) {
    // Next to its packages, where Node finds them.
    const program = join(installation, 'server.mjs')
    copyFileSync(join(import.meta.dirname, 'server.mjs'), program)
    return {
      command: [node, program],
      env: {
        PORT: `${port}`,
        DATABASE: `file:${join(state, 'mastra.db')}`,
        MASTRA_TELEMETRY_DISABLED: '1',
        OPENAI_API_KEY: 'none',
      },
    }
  },
})

async function readDocument({ origin }: Source): Promise<string> {
  const root = (await (await fetch(`${origin}/api/openapi.json`)).json()) as JsonObject
  const selected = Object.entries(objectAt(root, 'paths')).filter(
    ([path]) => PATHS.test(path) && !MODEL.test(path),
  )
  return JSON.stringify({ ...root, paths: Object.fromEntries(selected) })
}
