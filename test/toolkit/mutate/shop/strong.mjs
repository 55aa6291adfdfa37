/** Checks each event: once, in order, signed now, with the state of the order. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { call, host, origin, received, settled } from './receiver.mjs'

const url = `${origin}/hooks?shop=1`
const webhook = await call('POST', '/webhooks', { url })
assert.equal(webhook.body.url, url)
assert.equal((await call('GET', `/webhooks/${webhook.body.id}`)).body.url, url)
const headers = { 'x-webhook': webhook.body.id }
const order = await call('POST', '/orders', { sku: 'tea' }, headers)
await call('GET', `/webhooks/${webhook.body.id}`)
await call('POST', `/orders/${order.body.id}/pay`, undefined, headers)

function event(delivery) {
  assert.equal(delivery.path, '/hooks?shop=1')
  const { host: name, connection, ...fields } = delivery.headers
  assert.equal(name, host)
  const text = { type: fields['content-type'], length: fields['content-length'] }
  assert.deepEqual(text, { type: 'application/json', length: String(delivery.text.length) })
  const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})(?:,v0=[0-9a-f]{40})?$/.exec(fields['x-shop-signature'])
  assert.ok(Math.abs(Date.now() / 1000 - time) < 300)
  const signed = createHmac('sha256', webhook.body.secret).update(`${time}.${delivery.text}`).digest('hex')
  assert.equal(digest, signed)
  assert.deepEqual(Object.keys(fields).sort(), ['content-length', 'content-type', 'x-shop-signature'])
  return JSON.parse(delivery.text)
}
const events = (await received(2)).map(event)
assert.deepEqual(events, [
  { type: 'order.created', data: { ...order.body, paid: false } },
  { type: 'order.paid', data: { ...order.body, paid: true } },
])
await call('POST', '/exports', { callback: `${origin}/exports` }, headers)
await received(3)
const all = await settled()
assert.equal(all.length, 3)
const [, , ready] = all
assert.equal(ready.path, '/exports/ready')
assert.equal(ready.headers['content-type'], 'application/json')
assert.deepEqual(JSON.parse(ready.text), { rows: 1 })
process.exit()
