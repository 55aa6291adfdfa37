/** How our own server is brought into states that no schema tells of. */

import type { ApiOperation } from '../../src/toolkit/conformance/api/api.ts'
import type { Recipes } from '../../src/toolkit/conformance/conform.ts'
import type { Bench } from '../../src/toolkit/conformance/run/rule.ts'

const operation = (bench: Bench, id: string): ApiOperation =>
  bench.api.byId.get(id) ?? bench.notObserved(`the document has no ${id}`)

const resource = (bench: Bench, item: string) =>
  bench.graph.resources.find((one) => one.item === item) ?? bench.notObserved(`the document has no ${item}`)

type Members = Record<string, unknown>

/** An evaluation with another model, not waited for. */
async function evaluate(bench: Bench, model: string): Promise<string> {
  const create = operation(bench, 'createEvaluation')
  const { parts } = await bench.succeed(create)
  const { status, json } = await bench.send(create, { ...parts, body: { ...(parts.body as object), model } })
  if (status !== 202) bench.notObserved(`an evaluation with ${model} was answered ${status}`)
  return String((json as Members).id)
}

async function until(bench: Bench, ready: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    if (await ready()) return
    await bench.wait(100)
  }
  bench.notObserved('the state did not come in time')
}

const recipes: Recipes = {
  // mock/slow takes a while to answer, so that there is something to end.
  cancelEvaluation: async (bench) => ({ params: { evaluationId: await evaluate(bench, 'mock/slow') } }),

  // mock/error-500 fails each case, so that there is something to repeat.
  async retryEvaluation(bench) {
    const params = { evaluationId: await evaluate(bench, 'mock/error-500') }
    await until(bench, async () => {
      const { json } = await bench.send(operation(bench, 'getEvaluation'), { params, query: {}, headers: {} })
      return !['queued', 'running'].includes(String((json as Members).status))
    })
    return { params }
  },

  // What is skipped while the webhook is paused has ended without an attempt.
  async resendWebhookDelivery(bench) {
    const webhook = await bench.item(resource(bench, '/webhooks/{webhookId}'), {
      fresh: true,
      body: (sent) => Object.assign(sent, { events: ['prompt.created'] }),
    })
    const { webhookId = '' } = webhook.params
    const set = (status: string) =>
      bench.send(operation(bench, 'updateWebhook'), {
        params: webhook.params,
        query: {},
        headers: {},
        body: { status },
      })
    await set('paused')
    await bench.item(resource(bench, '/prompts/{promptId}'), { fresh: true })
    let deliveryId = ''
    await until(bench, async () => {
      const list = operation(bench, 'listWebhookDeliveries')
      const { json } = await bench.send(list, { params: webhook.params, query: {}, headers: {} })
      const { deliveries } = json as { deliveries?: Members[] }
      deliveryId = String(deliveries?.find(({ status }) => status !== 'pending')?.id ?? '')
      return deliveryId !== ''
    })
    await set('active')
    return { params: { webhookId, deliveryId } }
  },
}

export default recipes
