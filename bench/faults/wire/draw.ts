/** Draws the faults of a target. A fault that changes nothing of the recorded traffic is not drawn. */

import { handleOrPass } from '../../../src/toolkit/mutate/proxy.ts'
import { createRandom } from '../../../src/toolkit/schema/values/random.ts'
import { anywhereFaults } from '../../../test/toolkit/conformance/faults/anywhere.ts'
import type { AnywhereFault } from '../../../test/toolkit/conformance/faults/bend.ts'
import type { Send, WireRequest, WireResponse } from '../../../test/toolkit/conformance/faults/fault.ts'
import type { Exchange, Observer } from '../observe.ts'
import { accessFaults } from './access.ts'
import { drawMutations, shuffled } from './mutations.ts'

/** The fault at documented operations only. A change of other requests breaks no contract. */
const atOperations = (fault: AnywhereFault, { operationOf }: Observer): AnywhereFault => ({
  ...fault,
  plant: () => {
    const handle = fault.plant()
    return (request, send) =>
      operationOf(request) === undefined ? send(request) : handleOrPass(handle, request, send)
  },
})

/**
 * Faults that bend the behaviour of any server, in turn with mutations of one value of one operation.
 * @param observer what passed on the right server, of every tool
 */
export async function drawFaults(observer: Observer, seed: number, count: number): Promise<AnywhereFault[]> {
  const random = createRandom(seed)
  const behaviours = shuffled([...accessFaults, ...anywhereFaults], random).map((one) =>
    atOperations(one, observer),
  )
  const drawn: AnywhereFault[] = []
  for (const one of behaviours)
    if (drawn.length < Math.ceil(count / 2) && (await acts(one, observer.exchanges))) drawn.push(one)
  const mutations = drawMutations(observer, random, count - drawn.length)
  return Array.from({ length: Math.max(drawn.length, mutations.length) }, (_, index) =>
    [drawn[index], mutations[index]].filter((one) => one !== undefined),
  ).flat()
}

/** Plays the recording back through the fault. A request that was not recorded gets a success, which any server may give. */
async function acts(fault: AnywhereFault, exchanges: readonly Exchange[]): Promise<boolean> {
  const handle = fault.plant()
  const recorded = new Map(exchanges.map(({ request, response }) => [keyOf(request), response]))
  const unknown: WireResponse = { status: 200, fields: [], body: Buffer.from('{}') }
  for (const { request, response } of exchanges) {
    let isChanged = false
    const send: Send = async (wanted) => {
      if (wanted === request) return response
      isChanged = true
      return recorded.get(keyOf(wanted)) ?? unknown
    }
    if ((await handleOrPass(handle, request, send)) !== response || isChanged) return true
  }
  return false
}

const keyOf = ({ method, target, fields, body }: WireRequest): string =>
  JSON.stringify([method, target, fields, body.toString('latin1')])
