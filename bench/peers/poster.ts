/**
 * The cost of deliveries without a database: signs the same bytes anew for each request and posts them with undici.
 *
 *     node --import tsx bench/peers/poster.ts <url> <ca file> <body file> <count> <connections>
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'undici'

const [url = '', ca = '', bodyFile = '', count = '0', connections = '1'] = process.argv.slice(2)
const { origin, pathname } = new URL(url)
const body = readFileSync(bodyFile)
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const agent = new Agent({ connect: { ca: readFileSync(ca, 'utf8') } })
let left = Number(count)

async function post(): Promise<void> {
  while (left-- > 0) {
    const time = Math.floor(Date.now() / 1000)
    const digest = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
    const response = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'poster',
        'X-Service-Signature': `t=${time},v1=${digest}`,
        'X-Service-Timestamp': String(time),
      },
      body,
    })
    await response.body.dump()
    if (response.statusCode !== 204) throw new Error(`received ${response.statusCode}`)
  }
}

await Promise.all(Array.from({ length: Number(connections) }, post))
await agent.close()
