/** Sends deliveries to a user's receiver, and reports those that it wrongly accepted or rejected. */
import { type ClientRequest, request as sendPlain } from 'node:http'
import { request as sendTls } from 'node:https'
import { receiverCases } from './deliveries.ts'
import type { CaseOptions, ReceiverCase, Sending } from './delivery.ts'

export interface ReceiverVerdict {
  name: string
  expect: ReceiverCase['expect']
  /** The statuses of the responses; 0 without a response. */
  statuses: number[]
  /** The error in the statuses; undefined when they are right. */
  problem: string | undefined
}

export interface CheckReceiverOptions extends CaseOptions {
  url: string
  /** CA certificates in PEM, in addition to the public ones. */
  ca?: string | undefined
  /** Milliseconds that a receiver has for its response. */
  timeout: number
  report?(verdict: ReceiverVerdict): void
}

/** Bytes of a response of which only the status is needed. */
const MAX_RESPONSE = 1_000_000

/** @throws Error with `code` without a response from the address */
export async function checkReceiver(options: CheckReceiverOptions): Promise<ReceiverVerdict[]> {
  const verdicts: ReceiverVerdict[] = []
  const open = new Set<ClientRequest>()
  try {
    await checkCases(options, verdicts, open)
  } finally {
    // Only the status is needed: an open body does not delay the end.
    for (const request of open) request.destroy()
  }
  return verdicts
}

async function checkCases(
  options: CheckReceiverOptions,
  verdicts: ReceiverVerdict[],
  open: Set<ClientRequest>,
): Promise<void> {
  for (const one of receiverCases(options)) {
    const statuses: number[] = []
    for (const sending of one.send()) {
      try {
        statuses.push(await post(options, sending, open))
      } catch (error) {
        if (verdicts.length === 0 && (error as NodeJS.ErrnoException).code !== 'ETIMEDOUT') throw error
        statuses.push(0)
      }
    }
    const verdict = { name: one.name, expect: one.expect, statuses, problem: problemOf(one, statuses) }
    verdicts.push(verdict)
    options.report?.(verdict)
  }
}

const used = (status: number): boolean => status >= 200 && status < 300

function problemOf({ expect, because }: ReceiverCase, statuses: readonly number[]): string | undefined {
  const shown = statuses.map((status) => (status === 0 ? 'no response' : status)).join(', then ')
  if (expect === 'taken')
    return statuses.every(used) ? undefined : `received ${shown}, expected 2xx: ${because}`
  if (statuses.some(used)) return `received ${shown}, expected a rejection with 4xx: ${because}`
  // An error response that looks like a failure is retried for a day.
  return statuses.every((status) => status >= 400 && status < 500)
    ? undefined
    : `received ${shown}, expected 4xx: what looks like a failure is delivered again and again`
}

/** The one fault that explains many verdicts; undefined where each is separate. */
export function likelyCause(verdicts: readonly ReceiverVerdict[]): string | undefined {
  const of = (expect: ReceiverCase['expect']) => verdicts.filter((one) => one.expect === expect)
  const wrong = (some: readonly ReceiverVerdict[]) => some.filter(({ problem }) => problem !== undefined)
  const [first, ...further] = of('taken')
  if (first === undefined || further.length === 0) return undefined
  if (wrong(further).length === further.length)
    return first.problem === undefined
      ? 'it accepted the first event and rejected every other: it identifies events by something else than their id, or stops after one'
      : 'it rejected every good delivery: the secret, the scheme, the name of a header or the type of the event is another than it expects'
  if (wrong(of('refused')).length === of('refused').length)
    return 'it accepted every forged delivery: it verifies nothing, or only after its response'
  return undefined
}

function post(
  { url, ca, timeout }: CheckReceiverOptions,
  { headers, body, pause }: Sending,
  open: Set<ClientRequest>,
): Promise<number> {
  const target = new URL(url)
  const send = target.protocol === 'https:' ? sendTls : sendPlain
  return new Promise((resolve, reject) => {
    const request = send(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': body.length },
        agent: false,
        ...(ca !== undefined && { ca }),
      },
      (response) => {
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > MAX_RESPONSE) request.destroy()
        })
        response.once('error', () => {})
        resolve(response.statusCode ?? 0)
      },
    )
    const late = Object.assign(new Error(`no response within ${timeout / 1000} s`), { code: 'ETIMEDOUT' })
    // Of the whole exchange, its body included.
    const timer = setTimeout(() => request.destroy(late), timeout)
    open.add(request)
    request.once('close', () => {
      clearTimeout(timer)
      open.delete(request)
    })
    request.on('error', reject)
    if (pause === undefined) return void request.end(body)
    const half = Math.floor(body.length / 2)
    request.write(body.subarray(0, half))
    setTimeout(() => request.end(body.subarray(half)), pause)
  })
}
