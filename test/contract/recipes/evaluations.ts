import type { RequestBody } from '../../../src/service/server/handler.ts'
import type { Recipes } from '../recipe.ts'
import type { World } from '../world.ts'
import { USAGE } from './reports.ts'

/** A run of two cases, of which the second errors for it lacks a variable. */
export async function evaluationBody(world: World): Promise<RequestBody<'createEvaluation'>> {
  const prompt = await world.prompt()
  const dataset = await world.dataset({ items: [{ variables: { name: 'Ada' } }, { variables: {} }] })
  return {
    name: world.unique('Evaluation'),
    promptId: prompt.id,
    datasetId: dataset.id,
    model: 'mock/echo',
    scorers: [{ type: 'contains', options: { value: 'Ada' } }],
  }
}

/** One that has ended. */
export async function endedEvaluation(world: World): Promise<string> {
  const { id } = await world.call<{ id: string }>(202, 'POST', '/evaluations', await evaluationBody(world))
  await world.server.services.jobs.idle()
  return id
}

/** One that never ends: its worker is gone. */
export async function runningEvaluation(world: World): Promise<string> {
  const id = await endedEvaluation(world)
  const sql = `UPDATE evaluations SET status = 'running', verdict = NULL, summary = NULL, completed_at = NULL WHERE id = ?`
  await world.server.services.database.write((tx) => tx.run(sql, id))
  return id
}

const onEnded = async (world: World) => ({ params: { evaluationId: await endedEvaluation(world) } })

export const evaluationRecipes = {
  listEvaluations: async () => ({}),
  createEvaluation: async (world) => {
    const body = await evaluationBody(world)
    const parameters = { promptId: body.promptId }
    return { body: { ...body, report: { templateId: USAGE, parameters, formats: ['csv'] } } }
  },
  getEvaluation: onEnded,
  deleteEvaluation: onEnded,
  listEvaluationResults: onEnded,
  getEvaluationResult: async (world) => {
    const { params } = await onEnded(world)
    const path = `/evaluations/${params.evaluationId}/results`
    const { results } = await world.call<{ results: { id: string }[] }>(200, 'GET', path)
    return { params: { ...params, resultId: results[0]?.id ?? '' } }
  },
  cancelEvaluation: async (world) => ({ params: { evaluationId: await runningEvaluation(world) } }),
  retryEvaluation: onEnded,
} satisfies Partial<Recipes>
