/** The duration of an access token's request while two hundred people, or one guesser with as many addresses, sign in. */
import { median } from '../load.ts'
import { type RunningServer, startServer } from '../server.ts'
import { type Topic, table } from '../topic.ts'

const STORM = 200
const IDLE_TOKENS = 300
/** Each from idle to idle; the first one warms up. */
const ROUNDS = 3

interface Round {
  idle: number[]
  during: number[]
  /** Milliseconds from the first sign-in to the last response. */
  took: number
  rejected: number
}

export const signIns: Topic = {
  name: 'signins',
  title: `Access tokens while ${STORM} people sign in at once`,
  async run() {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // both ends are this bench's own
    const server = await startServer(['--trust-proxy', '127.0.0.0/8'])
    try {
      const token = await tokenOf(server)
      const rounds: Round[] = []
      for (let round = 0; round <= ROUNDS; round++) {
        const idle: number[] = []
        for (let count = 0; count < IDLE_TOKENS; count++) idle.push(await token())
        const measured = { idle, ...(await storm(server, round, token)) }
        if (round > 0) rounds.push(measured)
      }
      const row = (name: string, of: (round: Round) => number[]) => [
        name,
        ...[0.5, 0.95, 1].map((share) => median(rounds.map((round) => at(of(round), share))).toFixed(1)),
      ]
      const ratio = median(rounds.map(({ idle, during }) => at(during, 0.5) / at(idle, 0.5)))
      const took = median(rounds.map((round) => round.took)) / 1000
      const rejected = median(rounds.map((round) => round.rejected))
      return `${table(
        ['one token after the other', 'median ms', 'p95 ms', 'longest ms'],
        [row('idle', ({ idle }) => idle), row('during the storm', ({ during }) => during)],
      )}\n\nDuring the storm the median is **${ratio.toFixed(2)}** times the idle one. The sign-ins got responses within ${took.toFixed(1)} s: ${STORM - rejected} checked, ${rejected} rejected with 503.`
    } finally {
      await server.stop()
    }
  },
}

/** Requests a token; returns the milliseconds that it needed. */
async function tokenOf({ baseUrl, key }: RunningServer): Promise<() => Promise<number>> {
  const made = await fetch(`${baseUrl}/organization/oauth-clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', type: 'confidential', scopes: ['prompts:read'] }),
  })
  const { id, secret } = (await made.json()) as { id: string; secret: string }
  const url = baseUrl.replace(/\/v1$/, '/oauth/token')
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  return async () => {
    const began = performance.now()
    const response = await fetch(url, { method: 'POST', body })
    await response.text()
    if (!response.ok) throw new Error(`No token: ${response.status}`)
    return performance.now() - began
  }
}

async function storm({ baseUrl }: RunningServer, round: number, token: () => Promise<number>) {
  const url = baseUrl.replace(/\/v1$/, '/oauth/sign-in')
  const page = await fetch(url, { headers: { 'x-forwarded-for': `198.19.${round}.1` } })
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const began = performance.now()
  let open = STORM
  let rejected = 0
  const signIn = async (index: number) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'x-forwarded-for': `198.${51 + round}.${index}.1` },
      body: new URLSearchParams({ csrf, email: `person${index}@example.com`, password: 'wrong' }),
    })
    await response.text()
    if (response.status === 503) rejected++
    else if (response.status !== 400) throw new Error(`A sign-in got ${response.status}.`)
    open--
  }
  const all = Promise.all(Array.from({ length: STORM }, (_, index) => signIn(index)))
  const during: number[] = []
  while (open > 0) during.push(await token())
  await all
  return { during, took: performance.now() - began, rejected }
}

const at = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
