import type { SpecialProvokers } from '../provoke.ts'
import { runningEvaluation } from '../recipes/evaluations.ts'

export const evaluationProvokers: SpecialProvokers = {
  'deleteEvaluation 409': async (world) =>
    world.send('DELETE', `/evaluations/${await runningEvaluation(world)}`),
}
