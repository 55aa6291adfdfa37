import type { PromptComparison } from '../../../../generated/openapi.v1.ts'
import type { Handler } from '../../server/handler.ts'
import { lineDiff } from './model/lineDiff.ts'
import * as promptStore from './model/prompt.ts'
import { parseSelector, type Runnable, resolveVersion, selectorOf } from './model/version.ts'

/** GET /prompts/{promptId}/diff: compares two versions, or a version and the draft. */
export const comparePromptVersions: Handler<'comparePromptVersions'> = async (context) => {
  const { params, query, caller, database } = context
  const { from, to } = await database.read(async (tx) => {
    const prompt = await promptStore.demand(tx, caller.organizationId, params.promptId)
    return {
      from: await resolveVersion(tx, prompt, { version: parseSelector(query.from) }, 'query.from'),
      to: await resolveVersion(tx, prompt, { version: parseSelector(query.to) }, 'query.to'),
    }
  })
  return { status: 200, body: compare(params.promptId, from, to) }
}

function compare(promptId: string, from: Runnable, to: Runnable): PromptComparison {
  const settings = (['model', 'temperature'] as const)
    .filter((setting) => from[setting] !== to[setting])
    .map((setting) => ({ setting, from: from[setting], to: to[setting] }))
  const before = new Set<string>(JSON.parse(from.variables))
  const after = new Set<string>(JSON.parse(to.variables))
  return {
    object: 'prompt_comparison',
    promptId,
    from: selectorOf(from),
    to: selectorOf(to),
    identical: from.content === to.content && settings.length === 0,
    lines: lineDiff(from.content, to.content),
    addedVariables: [...after].filter((name) => !before.has(name)),
    removedVariables: [...before].filter((name) => !after.has(name)),
    settings,
  }
}
