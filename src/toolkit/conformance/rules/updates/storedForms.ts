/** Texts that a description changes before they are stored, such as addresses in lower case, in creations and updates. */
import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { type StoredForm, storedForms, textsAbout } from '../../../model/statedValues.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'

export function* textsStored({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources)
    for (const { operation, member, form } of formsIn(api, resource))
      yield {
        name: `${member} ${form}`,
        constraint: `body.${member} is stored ${form === 'trimmed' ? form : `in ${form}`}`,
        operation,
        run: (context) => tryForm(context, { resource, operation, member, form }),
      }
}

/** The texts that change before they are stored. Updates follow the description of the creation, too. */
function formsIn(
  api: Api,
  { create, update, read }: Resource,
): Pick<Tried, 'operation' | 'member' | 'form'>[] {
  if (create === undefined || read === undefined) return []
  const shown = responseProperties(api, read)
  return [create, update].flatMap((operation) =>
    [...bodyProperties(api, operation)].flatMap(([member, schema]) => {
      if (operation === undefined || !shown.has(member) || !isText(api, schema)) return []
      const texts = [...new Set([operation, create])].flatMap((one) => textsAbout(api, one, member))
      return [...new Set(texts.flatMap(storedForms))].map((form) => ({ operation, member, form }))
    }),
  )
}

function isText({ document }: Api, schema: Json): boolean {
  const view = withoutNull(document, viewOf(document, schema))
  return view.enum === undefined && typesOf(view).join() === 'string'
}

const CHANGED: Readonly<Record<StoredForm, (text: string) => string>> = {
  'lower case': (text) => text.toUpperCase(),
  'upper case': (text) => text.toLowerCase(),
  trimmed: (text) => ` ${text} `,
}

const STORED: Readonly<Record<StoredForm, (text: string) => string>> = {
  'lower case': (text) => text.toLowerCase(),
  'upper case': (text) => text.toUpperCase(),
  trimmed: (text) => text.trim(),
}

interface Tried {
  resource: Resource
  operation: ApiOperation
  member: string
  form: StoredForm
}

/** Only a text that is stored as it was sent is wrong: other changes may be further rules. */
async function tryForm(context: CheckContext, { resource, operation, member, form }: Tried): Promise<void> {
  const isCreation = operation === resource.create
  const item = isCreation ? undefined : await context.item(resource, { fresh: true })
  const parts = await context.parts(operation, {
    fresh: true,
    ...(item !== undefined && { params: item.params }),
  })
  const base = isObject(parts.body) ? parts.body : {}
  const plain = typeof base[member] === 'string' ? base[member] : item?.body[member]
  const sent = typeof plain === 'string' ? CHANGED[form](plain) : undefined
  if (sent === undefined || sent === STORED[form](sent))
    return context.notObserved({ code: 'not-made', what: `text for ${member} that is not ${form}` })
  const body = { ...base, [member]: sent }
  if (!context.isValidBody(operation, body))
    return context.notObserved({ code: 'not-made', what: `valid text for ${member} that is not ${form}` })
  const exchange = await context.send(operation, {
    ...parts,
    ...(item !== undefined && { params: { ...parts.params, ...item.params } }),
    body,
  })
  if (exchange.status >= 300)
    return context.notObserved({ code: 'rejected', what: 'the text', status: exchange.status })
  const received: Json | undefined = shownAt(exchange, [member])
  if (received !== sent) return
  context.broken({
    code: 'form-not-stored',
    subject: `/${member}`,
    received,
    expected: STORED[form](sent),
    details: { form },
    exchange,
    ...(item !== undefined && { with: [item.made] }),
    pointer: `/${member}`,
    place: bodyPlace(operation),
  })
}
