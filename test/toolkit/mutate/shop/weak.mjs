/** Waits for events and does not look at them. */
import assert from 'node:assert/strict'
import { call, origin, received, settled } from './receiver.mjs'

const webhook = await call('POST', '/webhooks', { url: `${origin}/hooks` })
assert.equal(webhook.status, 201)
const headers = { 'x-webhook': webhook.body.id }
const order = await call('POST', '/orders', { sku: 'tea' }, headers)
await call('GET', `/webhooks/${webhook.body.id}`)
await call('POST', `/orders/${order.body.id}/pay`, undefined, headers)
await call('POST', '/exports', { callback: `${origin}/exports` })
await received(3)
await settled()
process.exit()
