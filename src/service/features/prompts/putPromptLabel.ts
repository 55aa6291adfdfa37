import { validationError } from '../../errors.ts'
import { requireMatchOfOne } from '../../resources/etag.ts'
import type { Handler } from '../../server/handler.ts'
import * as promptStore from './model/prompt.ts'
import { labelsOf, promptOf } from './model/prompt.ts'
import { relabel } from './model/promptChanges.ts'
import { labelledForms, requireVersion } from './model/version.ts'

/** PUT /prompts/{promptId}/labels/{label}: makes a label, or moves it to another version. */
export const putPromptLabel: Handler<'putPromptLabel'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, ifMatch } = context
    if (params.label === 'latest') {
      const issue = 'is latest, which always names the newest version; expected another name'
      throw validationError({ field: 'path.label', issue })
    }
    const current = await promptStore.getOrThrow(tx, caller.organizationId, params.promptId)
    requireMatchOfOne(ifMatch, await labelledForms(tx, current, params.label))
    await requireVersion(tx, current, body.version, 'version')
    const labels = labelsOf(current).set(params.label, body.version)
    return { status: 200, body: promptOf(await relabel(tx, context, current, labels)) }
  })
