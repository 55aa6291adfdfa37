/** How our own server is brought into states that no schema describes. */

import type { Recipes } from '../../src/toolkit/conformance/conform.ts'
import type { CheckContext } from '../../src/toolkit/conformance/engine/rule.ts'
import type { ApiOperation } from '../../src/toolkit/model/api.ts'

const operation = (context: CheckContext, id: string): ApiOperation =>
  context.api.byId.get(id) ?? context.notObserved(`the document has no ${id}`)

const resource = (context: CheckContext, item: string) =>
  context.graph.resources.find((one) => one.item === item) ??
  context.notObserved(`the document has no ${item}`)

type Members = Record<string, unknown>

/** An evaluation with another model, not waited for. */
async function evaluate(context: CheckContext, model: string): Promise<string> {
  const create = operation(context, 'createEvaluation')
  const { parts } = await context.succeed(create)
  const { status, json } = await context.send(create, {
    ...parts,
    body: { ...(parts.body as object), model },
  })
  if (status !== 202) context.notObserved(`an evaluation with ${model} was answered ${status}`)
  return String((json as Members).id)
}

async function until(context: CheckContext, ready: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    if (await ready()) return
    await context.wait(100)
  }
  context.notObserved('the state did not come in time')
}

const recipes: Recipes = {
  // Two versions, so that there is something to compare.
  async comparePromptVersions(context) {
    const prompt = await context.item(resource(context, '/prompts/{promptId}'), { fresh: true })
    const plain = { params: prompt.params, query: {}, headers: {} }
    const content = 'Write to {{reader}} on two lines:\nthe second one.'
    await context.send(operation(context, 'updatePrompt'), { ...plain, body: { content } })
    const version = resource(context, '/prompts/{promptId}/versions/{version}')
    await context.item(version, { fresh: true, within: prompt })
    return { params: prompt.params, query: { from: '1', to: '2' } }
  },

  // mock/slow responds after a while, so that there is a run to end.
  cancelEvaluation: async (context) => ({ params: { evaluationId: await evaluate(context, 'mock/slow') } }),

  // mock/error-500 fails each case, so that there is something to repeat.
  async retryEvaluation(context) {
    const params = { evaluationId: await evaluate(context, 'mock/error-500') }
    await until(context, async () => {
      const { json } = await context.send(operation(context, 'getEvaluation'), {
        params,
        query: {},
        headers: {},
      })
      return !['queued', 'running'].includes(String((json as Members).status))
    })
    return { params }
  },

  // An event that is skipped while the webhook is paused has ended without an attempt.
  async resendWebhookDelivery(context) {
    const webhook = await context.item(resource(context, '/webhooks/{webhookId}'), {
      fresh: true,
      body: (sent) => Object.assign(sent, { events: ['prompt.created'] }),
    })
    const { webhookId = '' } = webhook.params
    const set = (status: string) =>
      context.send(operation(context, 'updateWebhook'), {
        params: webhook.params,
        query: {},
        headers: {},
        body: { status },
      })
    await set('paused')
    await context.item(resource(context, '/prompts/{promptId}'), { fresh: true })
    let deliveryId = ''
    await until(context, async () => {
      const list = operation(context, 'listWebhookDeliveries')
      const { json } = await context.send(list, { params: webhook.params, query: {}, headers: {} })
      const { deliveries } = json as { deliveries?: Members[] }
      deliveryId = String(deliveries?.find(({ status }) => status !== 'pending')?.id ?? '')
      return deliveryId !== ''
    })
    await set('active')
    return { params: { webhookId, deliveryId } }
  },
}

export default recipes
