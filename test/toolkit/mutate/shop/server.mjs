/** A shop as its document describes it. Every webhook receives the events of all orders, signed with its secret. */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, request as sendPlain } from 'node:http'
import { request as sendTls } from 'node:https'

const [port = '0'] = process.argv.slice(2)
/** A host name that only the shop resolves, to this machine. */
const { LOCAL_NAME } = process.env
const webhooks = new Map()
const orders = new Map()
let ids = 0

const resolveHere = (_name, { all }, resolve) =>
  all ? resolve(null, [{ address: '127.0.0.1', family: 4 }]) : resolve(null, '127.0.0.1', 4)

/** Ends when the delivery is on its way, so that a later one does not overtake it. */
function post(url, body, headers) {
  const text = JSON.stringify(body)
  const outgoing = (url.startsWith('https:') ? sendTls : sendPlain)(url, {
    method: 'POST',
    ...(new URL(url).hostname === LOCAL_NAME && { lookup: resolveHere }),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...headers(text),
    },
  })
  outgoing.on('response', (response) => response.resume())
  outgoing.end(text)
  return new Promise((resolve) => outgoing.on('finish', resolve).on('error', resolve))
}

async function announce(type, webhookId, order) {
  const webhook = webhooks.get(webhookId)
  if (webhook === undefined) return
  await post(webhook.url, { type, data: order }, (text) => {
    const time = Math.floor(Date.now() / 1000)
    const digest = createHmac('sha256', webhook.secret).update(`${time}.${text}`).digest('hex')
    return { 'X-Shop-Signature': `t=${time},v1=${digest},v0=${digest.slice(0, 40)}` }
  })
}

async function respond(method, path, body, webhookId) {
  const [, kind, id, action] = path.split('/')
  if (kind === 'webhooks' && method === 'POST') {
    const webhook = { id: `wh_${++ids}`, url: body.url, secret: `whsec_${randomBytes(16).toString('hex')}` }
    webhooks.set(webhook.id, webhook)
    return [201, webhook]
  }
  if (kind === 'webhooks' && !webhooks.has(id)) return [404]
  if (kind === 'webhooks') return [200, { id, url: webhooks.get(id).url }]
  if (kind === 'exports') {
    const rows = [...orders.values()].filter((one) => one.webhookId === webhookId).length
    await post(`${body.callback}/ready`, { rows }, () => ({}))
    return [202]
  }
  if (action === 'pay' && !orders.has(id)) return [404]
  const { order } =
    action === 'pay' ? orders.get(id) : { order: { id: `order_${++ids}`, sku: body.sku, paid: false } }
  if (action === 'pay') order.paid = true
  orders.set(order.id, { order, webhookId })
  await announce(action === 'pay' ? 'order.paid' : 'order.created', webhookId, { ...order })
  return [action === 'pay' ? 200 : 201, order]
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const given = text === '' ? undefined : JSON.parse(text)
  const [status, body] = await respond(request.method, request.url, given, request.headers['x-webhook'])
  response.writeHead(status, body && { 'Content-Type': 'application/json' })
  response.end(body && JSON.stringify(body))
})
server.listen(Number(port), '127.0.0.1', () => console.log(server.address().port))
