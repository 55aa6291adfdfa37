/** Texts that a description changes before they are stored, such as addresses in lower case, in creations and updates. */
import { type Api, type ApiOperation, bodyPlace } from '../../../model/api.ts'
import { bodyProperties, responseProperties } from '../../../model/operationProperties.ts'
import type { Resource } from '../../../model/resources.ts'
import { textsAbout } from '../../../model/statedValues.ts'
import { inForm, outOfForm, type StoredForm, storedForms } from '../../../model/storedForms.ts'
import { isObject, type Json } from '../../../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../../../schema/view.ts'
import type { Check, CheckContext, Plan } from '../../engine/rule.ts'
import { shownAt } from '../compare.ts'

export function* textsStored({ api, graph }: Pick<Plan, 'api' | 'graph'>): Generator<Check> {
  for (const resource of graph.resources)
    for (const { operation, member, form, others } of formsIn(api, resource))
      yield {
        name: `${member} ${form.replace(/^in /, '')}`,
        constraint: `body.${member} is stored ${form}`,
        operation,
        run: (context) => tryForm(context, { resource, operation, member, form, others }),
      }
}

/** The texts that change before they are stored. Updates follow the description of the creation, too. */
function formsIn(api: Api, { create, update, read }: Resource): Omit<Tried, 'resource'>[] {
  if (create === undefined) return []
  const shown = responseProperties(api, read ?? create)
  return [create, update].flatMap((operation) =>
    [...bodyProperties(api, operation)].flatMap(([member, schema]) => {
      if (operation === undefined || !shown.has(member) || !isText(api, schema)) return []
      const texts = [...new Set([operation, create])].flatMap((one) => textsAbout(api, one, member))
      const forms = [...new Set(texts.flatMap(storedForms))]
      return forms.map((form) => ({
        operation,
        member,
        form,
        others: forms.filter((one) => one !== form),
      }))
    }),
  )
}

function isText({ document }: Api, schema: Json): boolean {
  const view = withoutNull(document, viewOf(document, schema))
  return view.enum === undefined && typesOf(view).join() === 'string'
}

interface Tried {
  resource: Resource
  operation: ApiOperation
  member: string
  form: StoredForm
  /** The other forms in which it is stored. */
  others: readonly StoredForm[]
}

/** Only a text that is stored as it was sent is wrong: other changes may be further rules. */
async function tryForm(
  context: CheckContext,
  { resource, operation, member, form, others }: Tried,
): Promise<void> {
  const isCreation = operation === resource.create
  const item = isCreation ? undefined : await context.item(resource, { fresh: true })
  const parts = await context.parts(operation, {
    fresh: true,
    ...(item !== undefined && { params: item.params }),
  })
  const base = isObject(parts.body) ? parts.body : {}
  const plain = typeof base[member] === 'string' ? base[member] : item?.body[member]
  // Only this form is missing, so that the other ones change nothing.
  const stored = typeof plain === 'string' ? [form, ...others].reduce(inForm, plain) : ''
  const sent = outOfForm(stored, form)
  if (stored.length < 3 || sent === stored || [...others].some((one) => inForm(sent, one) !== sent))
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
    expected: stored,
    details: { form },
    exchange,
    ...(item !== undefined && { with: [item.made] }),
    pointer: `/${member}`,
    place: bodyPlace(operation),
  })
}
