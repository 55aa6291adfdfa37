/**
 * `npm run bench:stateful -- [--all] DOCUMENT…`: whether a stateful mock without configuration stores created resources. For
 * each resource, over HTTP: create, read, list, change, delete, as far as the document declares them, and read again. Prints
 * the share of resources where all of that works, then each other one with its reason.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { listenAsMock } from '../../src/toolkit/mock/listen.ts'
import { createNodeMock } from '../../src/toolkit/mock/nodeMock.ts'
import { readDocument } from '../../src/toolkit/openapi/index.ts'
import { createClient } from './client.ts'
import { resourcesOf } from './offered.ts'
import { PLAIN_MOCK } from './plainMock.ts'
import { type Outcome, tryResource } from './tryResource.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})

const percent = (part: number, whole: number) => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`)
const failures: string[] = []
let [total, working] = [0, 0]

console.log('| Document | Operations | Resources | All that is offered works | Share | Forbidden answers |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const file of positionals) {
  const document = readDocument(file)
  const mock = await createNodeMock(document, { ...PLAIN_MOCK, stateful: true })
  const listener = await listenAsMock({
    host: '127.0.0.1',
    port: 0,
    mocks: () => [mock],
    events: undefined,
    largest: 1024 * 1024,
  })
  const client = createClient(mock.api, `http://127.0.0.1:${listener.port}`)
  const outcomes: Outcome[] = []
  for (const resource of resourcesOf(mock.api)) {
    mock.reset()
    outcomes.push(await tryResource(mock.api, client, resource))
  }
  await listener.close()
  const good = outcomes.filter(({ reason }) => reason === undefined)
  total += outcomes.length
  working += good.length
  const name = basename(file)
  console.log(
    `| ${name} | ${mock.api.operations.length} | ${outcomes.length} | ${good.length} | ${percent(good.length, outcomes.length)} | ${client.forbidden.length} |`,
  )
  for (const { path, steps, reason } of outcomes)
    if (reason !== undefined || values.all)
      failures.push(`${name} ${path} (${steps.join(', ')}): ${reason ?? 'works'}`)
  failures.push(...client.forbidden.map((line) => `${name} forbidden: ${line}`))
}
console.log(`| all | | ${total} | ${working} | ${percent(working, total)} | |`)
if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
