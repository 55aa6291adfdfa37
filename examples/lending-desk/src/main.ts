import { createServer } from 'node:http'
import { createListener } from 'specwright/server'
import type { operations } from '../generated/openapi.ts'
import { handlers } from './handlers/index.ts'

const key = process.env.DESK_KEY
if (key === undefined)
  throw new Error('DESK_KEY is not set; expected the key that callers send as X-Desk-Key.')
const listener = createListener<operations>({
  document: 'generated/openapi.json',
  handlers,
  keys: new Map([[key, 'all']]),
  explain: process.env.NODE_ENV !== 'production',
})
createServer(listener).listen(3001, '127.0.0.1', () => console.log('Lending at http://127.0.0.1:3001/desk'))
