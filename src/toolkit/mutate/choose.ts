/** Chooses the faults of a run: those that act on the recorded exchanges, spread over families and operations. */
import { createRandom } from '../schema/values/random.ts'
import { FAMILIES, type Family } from './faults/families.ts'
import type { Fault } from './faults/fault.ts'
import { handleOrPass } from './proxy.ts'
import type { RecordedExchange, Recording } from './recording.ts'
import {
  type Exchange,
  isChanged,
  type Send,
  succeeded,
  type WireRequest,
  type WireResponse,
} from './wire.ts'

interface ChooseOptions {
  seed: number
  /** Maximum number of faults. */
  count: number
  /** Only faults of these operations. */
  operations?: ReadonlySet<string> | undefined
  /** Only faults of these families. */
  families?: readonly Family[] | undefined
  /** Only faults with such an id. */
  isSelected(id: string): boolean
  /** Only each `of`-th fault, from the `index`-th on; `index` counts from 1. */
  shard?: { index: number; of: number } | undefined
}

/**
 * Every round takes one fault of each family, of another operation each time.
 * @returns the faults in the order in which they are tried; the same for the same seed and recording
 */
export async function chooseFaults(
  faults: readonly Fault[],
  recording: Recording,
  { seed, count, operations, families = FAMILIES, isSelected, shard }: ChooseOptions,
): Promise<Fault[]> {
  const queue = interleaved(
    faults.filter(
      (fault) =>
        families.includes(fault.family) &&
        (operations === undefined || isOf(fault, operations)) &&
        isSelected(fault.id),
    ),
    seed,
  )
  const replay = createReplay(recording)
  const chosen: Fault[] = []
  for (const fault of queue) {
    if (chosen.length === count) break
    if (await replay(fault)) chosen.push(fault)
  }
  return shard === undefined ? chosen : chosen.filter((_, at) => at % shard.of === shard.index - 1)
}

/** The event of a fault may be selected instead of the operation that gives its address. */
const isOf = ({ operationId, declaredEvent }: Fault, operations: ReadonlySet<string>): boolean =>
  operations.has(operationId) || (declaredEvent !== undefined && operations.has(webhookKey(declaredEvent)))

/** The key of a webhook among the operationIds of `--since`. */
const webhookKey = (name: string): string => `webhook ${name}`

function interleaved(faults: readonly Fault[], seed: number): Fault[] {
  const random = createRandom(seed)
  const shuffled = faults
    .map((fault) => ({ fault, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
  const queues = FAMILIES.map((family) => byOperation(shuffled.filter((one) => one.family === family)))
  return roundRobin(queues)
}

function byOperation(faults: readonly Fault[]): Fault[] {
  const queues = new Map<string, Fault[]>()
  for (const fault of faults) {
    const queue = queues.get(fault.operationId) ?? []
    queue.push(fault)
    queues.set(fault.operationId, queue)
  }
  return roundRobin([...queues.values()])
}

/** The first of each list, then the second of each, and so on. */
function roundRobin<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => index).flatMap((index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  )
}

/** Plays the recording back through a fault. */
function createReplay(recording: Recording): (fault: Fault) => Promise<boolean> {
  const replayExchanges = createExchangeReplay(recording)
  return (fault) => (fault.isOfDeliveries ? replayDeliveries(recording, fault) : replayExchanges(fault))
}

/** All deliveries are under way together: one may wait for another. */
async function replayDeliveries({ deliveries, secrets }: Recording, fault: Fault): Promise<boolean> {
  const marked = new Set<WireRequest>()
  const handle = fault.plant({ secrets: () => secrets, mark: (request) => void marked.add(request) })
  const replayed = deliveries.map(async ({ request, response }) => {
    const sent: Exchange[] = []
    const send: Send = async (wanted) => {
      sent.push({ request: wanted, response })
      return response
    }
    const received = await handleOrPass(handle, request, send)
    return marked.has(request) || isChanged(request, sent, received)
  })
  return (await Promise.all(replayed)).includes(true)
}

/** A request that was not recorded gets a success, which any server may send. */
function createExchangeReplay({ exchanges, secrets }: Recording): (fault: Fault) => Promise<boolean> {
  // A read that failed once, for example after a delete, succeeded before.
  const recorded = new Map(
    [...exchanges]
      .sort((a, b) => Number(succeeded(a.response)) - Number(succeeded(b.response)))
      .map(({ request, response }) => [keyOf(request), response]),
  )
  const unknown: WireResponse = { status: 200, fields: [], body: Buffer.from('{}') }
  return async (fault) => {
    const handle = fault.plant({ secrets: () => secrets, mark: () => {} })
    for (const { request, response } of concerned(fault, exchanges)) {
      const sent: Exchange[] = []
      const send: Send = async (wanted) => {
        const known = wanted === request ? response : (recorded.get(keyOf(wanted)) ?? unknown)
        sent.push({ request: wanted, response: known })
        return known
      }
      if (isChanged(request, sent, await handleOrPass(handle, request, send))) return true
    }
    return false
  }
}

const concerned = ({ isStateful, operationId }: Fault, exchanges: readonly RecordedExchange[]) =>
  isStateful ? exchanges : exchanges.filter((one) => one.operationId === operationId)

const keyOf = ({ method, target, fields, body }: WireRequest): string =>
  JSON.stringify([method, target, fields, body.toString('latin1')])
