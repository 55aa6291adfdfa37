import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createListener } from 'specwright/server'
import type { Operations } from './handler.ts'
import { handlers } from './handlers/index.ts'

// A key only for this machine. Production gets its keys from the environment.
const key = process.env.API_KEY ?? readFileSync('development.key', 'utf8').trim()
const port = Number(process.env.PORT ?? 3000)

const document = 'generated/openapi.json'
const isDevelopment = process.env.NODE_ENV !== 'production'
const listener = createListener<Operations>({
  document,
  handlers,
  keys: new Map([[key, 'all']]),
  // Any page may call during development; production lists its own: { origins: ['https://app.example.com'] }.
  cors: isDevelopment,
  explain: isDevelopment,
})
createServer(listener).listen(port, '127.0.0.1', () =>
  console.log(`Serving ${document} at http://127.0.0.1:${port}`),
)
