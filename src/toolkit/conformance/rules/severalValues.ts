/** A filter that takes several values: things that have one of them, or all of them where its description says so. */
import type { Parameter } from '../../model/api.ts'
import { descriptionOf, saysRange, severalIn } from '../../model/description.ts'
import { type Filter, propertyOf } from '../../model/filters.ts'
import type { Resource } from '../../model/resources.ts'
import { viewOf } from '../../schema/view.ts'
import type { TrialContext } from '../run/rule.ts'
import { mayMatch, otherValues, valueIn } from './filters.ts'
import { findListed } from './several.ts'

export async function trySeveral(
  context: TrialContext,
  resource: Resource,
  input: Parameter,
  filter: Filter,
): Promise<void> {
  const member = propertyOf(filter)
  const said = descriptionOf(input.node)
  // A property with one value has no two of them; a list may have to have all.
  const several = severalIn(said)
  const all = filter.each && several === 'all'
  if (filter.open || (filter.each && several === undefined))
    return context.notObserved(`nothing says whether ${input.name} asks for one of its values or for all`)
  const { minItems, maxItems } = viewOf(context.api.document, input.schema)
  if (saysRange(said) || (minItems === 2 && maxItems === 2))
    return context.notObserved(`the values of ${input.name} are the ends of a range`)
  const item = await context.item(resource, resource.create === undefined ? {} : { fresh: true })
  const seen = (await context.findInList(item)).found ?? item.body
  const value = valueIn(seen, filter)
  const other =
    value === undefined
      ? undefined
      : otherValues(context, resource, { input, filter }, value).find((one) => !mayMatch(filter, seen, one))
  if (value === undefined || other === undefined)
    return context.notObserved(`no item has a ${member} beside which there is another value`)
  for (const values of [
    [other, value],
    [value, other],
  ]) {
    const query = { [input.name]: values }
    const { found, last, complete } = await (all
      ? context.findInList(item, { query })
      : findListed(context, item, { query }))
    if (last.status >= 300)
      return context.notObserved(
        `two values were refused with ${last.status}: ${last.body.toString().slice(0, 160)}`,
      )
    if (all === (found !== undefined) && (all || complete))
      return context.broken({
        ...(all
          ? {
              code: 'unfiltered-item' as const,
              received: seen[member],
              details: { property: member, value: values },
            }
          : {
              code: 'missing-from-filtered' as const,
              details: {
                id: item.params[resource.parameter],
                property: member,
                is: seen[member],
                value: values,
              },
            }),
        subject: input.name,
        exchange: last,
        with: [item.made],
        place: input.pointer,
      })
  }
}
