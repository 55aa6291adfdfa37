/** The documents of a project that need a new version after a change. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareDocuments } from '../../../src/toolkit/diff/compare.ts'
import { pairsOf } from '../../../src/toolkit/diff/index.ts'
import { temporaryDirectory } from '../../service/storage/temporaryDirectory.ts'

const schema = { $ref: './Name.json' }
const EVENTS = {
  asyncapi: '3.0.0',
  info: { title: 'Events', version: '1.0.0' },
  channels: { named: { address: 'named', messages: { named: { payload: schema } } } },
  operations: { report: { action: 'send', channel: { $ref: '#/channels/named' } } },
}
const NAMES = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1.0.0' },
  paths: {
    '/names': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
}

test.each([
  ['tightened', { from: 20, to: 10, want: { openapi: 'major', asyncapi: 'minor' } }],
  ['loosened', { from: 10, to: 20, want: { openapi: 'minor', asyncapi: 'major' } }],
])('a length that a request and an event share is %s', (_, { from, to, want }) => {
  const folder = temporaryDirectory()
  for (const [side, maxLength] of Object.entries({ old: from, new: to })) {
    mkdirSync(join(folder, side))
    const put = (name: string, value: object) =>
      writeFileSync(join(folder, side, name), JSON.stringify(value))
    put('Name.json', { type: 'string', maxLength })
    put('asyncapi.json', EVENTS)
    put('openapi.json', NAMES)
  }
  const { versions } = compareDocuments(pairsOf('old', 'new', folder), 0)
  const bumps = versions.map(({ document, bump }) => [/(\w+)\.json$/.exec(document)?.[1], bump])
  expect(Object.fromEntries(bumps)).toEqual(want)
})
