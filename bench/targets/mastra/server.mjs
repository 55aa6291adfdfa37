/** Mastra with its own API over Hono, and one agent, whose model gets no requests. */
import { serve } from '@hono/node-server'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { MastraServer } from '@mastra/hono'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { Hono } from 'hono'

const storage = new LibSQLStore({ id: 'benchmark', url: process.env.DATABASE })
const helper = new Agent({
  id: 'helper',
  name: 'Helper',
  instructions: 'Help.',
  model: 'openai/gpt-4o',
  memory: new Memory({ storage }),
})
const mastra = new Mastra({ storage, agents: { helper } })
const app = new Hono()
await new MastraServer({ app, mastra, openapiPath: '/openapi.json' }).init()
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
