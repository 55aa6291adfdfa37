/** Steps of workflows that wait for a message (Arazzo 1.1), with the kit's receiver. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { freePort } from '../../../harness/postgres.ts'
import { type OrderFault, startOrders } from './ordersServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'messages-'))
const file = join(folder, 'orders.arazzo.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const order = { in: 'path', name: 'orderId', value: '$steps.place.outputs.id' }
const place = {
  stepId: 'place',
  operationId: '$sourceDescriptions.api.placeOrder',
  requestBody: { payload: { customer: 'Ada', pieces: 3 } },
  outputs: { id: '$response.body#/id' },
}
const change = {
  stepId: 'change',
  operationId: '$sourceDescriptions.api.changeOrder',
  parameters: [order],
  requestBody: { payload: { pieces: 5 } },
}
const remove = { stepId: 'remove', operationId: '$sourceDescriptions.api.deleteOrder', parameters: [order] }
const hear = (stepId: string, more: object) => ({
  stepId,
  operationId: '$sourceDescriptions.events.send',
  action: 'receive',
  correlationId: '$steps.place.outputs.id',
  ...more,
})
const says = (...conditions: string[]) => ({
  successCriteria: conditions.map((condition) => ({ condition })),
})
const placed = hear('placed', {
  ...says("$message.payload#/type == 'order.created'", '$message.payload.data.pieces == 3'),
  outputs: { event: '$message.header.webhook-id', revision: '$message.payload#/data/revision' },
})
const changed = hear('changed', {
  timeout: 1500,
  dependsOn: ['change'],
  ...says(
    "$message.payload#/type == 'order.updated'",
    '$message.payload.data.pieces == 5',
    '$message.payload.data.revision > $steps.placed.outputs.revision',
    '$message.header.webhook-id != $steps.placed.outputs.event',
  ),
})
const removed = hear('removed', {
  operationId: undefined,
  channelPath: '{$sourceDescriptions.events.url}#/channels/endpoint',
  ...says("$message.payload#/type == 'order.deleted'"),
  timeout: 1500,
})
const subscribe = {
  stepId: 'subscribe',
  operationId: '$sourceDescriptions.api.createEndpoint',
  requestBody: {
    payload: {
      url: 'https://hooks.example.com',
      eventTypes: ['order.created', 'order.updated', 'order.deleted'],
    },
  },
  outputs: { id: '$response.body#/id' },
}
const unsubscribe = {
  stepId: 'unsubscribe',
  operationId: '$sourceDescriptions.api.deleteEndpoint',
  parameters: [{ in: 'path', name: 'endpointId', value: '$steps.subscribe.outputs.id' }],
}
const life = [place, placed, change, changed, remove, removed]

interface Options {
  fault?: OrderFault
  flags?: string[]
  /** Next to `life`. */
  workflows?: object[]
  /** A manually created subscription. */
  byHand?: true
  /** Another document of the events. */
  events?: (text: string) => string
}

const config = join(import.meta.dirname, 'orders-conform.yaml')
const document = readFileSync(join(import.meta.dirname, 'orders-events.yaml'), 'utf8')
const byHandSettings = readFileSync(config, 'utf8')
  .replaceAll(/: (orders[\w-]*\.yaml)/g, `: ${import.meta.dirname}/$1`)
  .replace('webhooks:', 'webhooks:\n  given: { types: [order.created, order.updated, order.deleted] }')

async function run(steps: object[], { fault, flags, workflows = [], byHand, events }: Options = {}) {
  const server = await startOrders(fault)
  const sources = { api: 'openapi', events: 'asyncapi' }
  writeFileSync(
    file,
    stringify({
      arazzo: '1.1.0',
      info: { title: 'Orders', version: '1' },
      sourceDescriptions: Object.entries(sources).map(([name, type]) => ({
        name,
        url: `${name}.yaml`,
        type,
      })),
      workflows: [{ workflowId: 'life', steps }, ...workflows],
    }),
  )
  const lines: string[] = []
  const port = String(await freePort())
  const receiving = ['--receiver-url', `http://127.0.0.1:${port}`, '--receiver-port', port]
  const given = [
    '--config',
    byHand ? join(folder, 'conform.yaml') : config,
    '--target',
    server.target,
    '--workflows',
    file,
  ]
  if (events !== undefined) {
    const asyncapi = join(folder, 'events.yaml')
    writeFileSync(asyncapi, events(document))
    given.push('--asyncapi', asyncapi)
  }
  if (byHand) {
    const eventTypes = ['order.created', 'order.updated', 'order.deleted']
    const body = JSON.stringify({ url: `http://127.0.0.1:${port}/m1`, eventTypes })
    await fetch(`${server.target}/endpoints`, { method: 'POST', body })
    writeFileSync(join(folder, 'conform.yaml'), byHandSettings)
  }
  try {
    const code = await conform.run(
      [...given, ...(flags ?? receiving), '--only', 'workflow-succeeds', '--verbose', '--explain', 'all'],
      { env: {}, print: (line) => void lines.push(line) },
    )
    return { code, text: lines.join('\n') }
  } finally {
    await server.close()
  }
}

describe('a step that waits for a message', () => {
  it.each([
    ['gets what the kit subscribed to', life],
    ['gets what the workflow subscribed to', [subscribe, ...life, unsubscribe]],
  ])('%s', async (_, steps) => {
    const { code, text } = await run(steps)
    expect(text).toMatch(/^1 passed, 0 failed, 0 skipped/m)
    expect(code).toBe(0)
  })

  it.each<[string, OrderFault, object[], RegExp]>([
    [
      'with other members',
      'sends-the-state-before-the-change',
      life,
      /received \{"type":"order.updated".*"pieces":3.* at step changed of workflow life; expected \$message\.payload\.data\.pieces == 5/,
    ],
    [
      'that never comes',
      'says-nothing-of-deletions',
      life,
      /received .* at step removed of workflow life; expected /,
    ],
    [
      'with a wrong signature',
      'signs-without-the-id',
      [subscribe, ...life],
      /the message at step placed: .*signature/i,
    ],
  ])('finds one %s', async (_, fault, steps, message) => {
    const { code, text } = await run(steps, { fault })
    expect(text).toMatch(message)
    expect(text).toMatch(/curl .*\/orders'/)
    expect(code).toBe(1)
  })

  const ofOrder = (location: string) => (text: string) =>
    text
      .replaceAll(
        /(created|updated|deleted): \{ headers/g,
        "$1: { traits: [{ $ref: '#/components/messageTraits/ofOrder' }], headers",
      )
      .replace(
        'components:\n',
        `components:\n  correlationIds: { order: { location: '${location}' } }\n  messageTraits: { ofOrder: { correlationId: { $ref: '#/components/correlationIds/order' } } }\n`,
      )

  it.each([
    ['a header of capitals', '$message.header#/Order-Id', '$steps.place.outputs.id', 1],
    ['a number', '$message.payload#/data/pieces', 3, 1],
    ['nothing else', '$message.header#/Order-Id', 'Ada', 0],
  ])('is known by what its trait names: %s', async (_, location, correlationId, passed) => {
    const { text } = await run([place, { ...placed, correlationId, timeout: 1500 }], {
      events: ofOrder(location),
    })
    expect(text).toMatch(new RegExp(`^${passed} passed, ${1 - passed} failed`, 'm'))
  })

  it('is heard in a workflow that another goes on with', async () => {
    const onSuccess = [{ name: 'on', type: 'goto', workflowId: 'listening' }]
    const { text } = await run([{ ...place, onSuccess }], {
      workflows: [{ workflowId: 'listening', steps: [hear('any', { correlationId: undefined })] }],
    })
    expect(text).toMatch(/^2 passed|^1 passed, 0 failed/m)
  })

  it('is none from before the workflow', async () => {
    const heard = {
      ...hear('heard', { correlationId: undefined }),
      outputs: { id: '$message.payload#/data/id' },
    }
    const read = {
      stepId: 'read',
      operationId: '$sourceDescriptions.api.getOrder',
      parameters: [{ in: 'path', name: 'orderId', value: '$steps.heard.outputs.id' }],
      successCriteria: [{ condition: '$response.body#/id == $steps.place.outputs.id' }],
    }
    const { text } = await run([place, heard, read], {
      byHand: true,
      workflows: [{ workflowId: 'again', steps: [place, heard, read] }],
    })
    expect(text).toMatch(/^2 passed, 0 failed, 0 skipped/m)
  })

  it('stays for the step that it is meant for', async () => {
    const onFailure = [{ name: 'else', type: 'goto', stepId: 'placed' }]
    const { text } = await run([place, { ...changed, dependsOn: undefined, timeout: 400, onFailure }, placed])
    expect(text).toMatch(/^1 passed, 0 failed, 0 skipped/m)
  })

  it('ends at once with a condition that is not judged', async () => {
    const successCriteria = [{ condition: '//x', type: 'xpath', context: '$message.payload' }]
    const { text } = await run([place, { ...placed, timeout: 60_000, successCriteria }])
    expect(text).toMatch(/conditions of type xpath are not evaluated/)
  })

  it('comes over a channel of any name', async () => {
    const events = (text: string) =>
      text.replaceAll("/channels/endpoint'", "/channels/100%25'").replace('  endpoint:', "  '100%':")
    const channelPath = '{$sourceDescriptions.events.url}#/channels/100%25'
    const { text } = await run([place, { ...placed, operationId: undefined, channelPath }], { events })
    expect(text).toMatch(/^1 passed, 0 failed/m)
  })

  it('is not observed without a receiver, which is said', async () => {
    const { text } = await run(life, { flags: [] })
    expect(text).toMatch(/workflow life waits for a message: --receiver-host ADDRESS opens a receiver/)
  })

  it.each<[string, object[], RegExp]>([
    ['sends', [{ ...placed, action: 'send' }], /step placed: action is "send"; expected receive/],
    [
      'names nothing that is sent',
      [place, { ...placed, operationId: '$sourceDescriptions.events.sendAll' }],
      /step placed names "\$sourceDescriptions\.events\.sendAll", .* it has #\/operations\/send, #\/channels\/endpoint/,
    ],
    [
      'waits longer than a timer can',
      [{ ...placed, timeout: 3_000_000_000 }],
      /step placed: timeout is 3000000000; expected a number of milliseconds above 0/,
    ],
    ['waits for no time', [{ ...placed, timeout: -1 }], /step placed: timeout is -1; expected a number/],
    [
      'depends on a later step',
      [{ ...placed, dependsOn: ['place'] }, place],
      /step placed: dependsOn names "place"; expected an earlier step/,
    ],
  ])('that %s is refused', async (_, steps, message) => {
    await expect(run(steps)).rejects.toThrow(message)
  })
})
