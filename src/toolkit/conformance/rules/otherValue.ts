/** Values for a property that differ from the one that an item has. */
import type { Json } from '../../openapi/document.ts'
import { stringFor } from '../../schema/values/strings.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import type { CheckContext } from '../engine/rule.ts'
import { isSame } from './compare.ts'

/** Another valid value for a property of this schema; undefined where there is none. */
export function otherValue(
  { api, random }: Pick<CheckContext, 'api' | 'random'>,
  schema: Json | undefined,
  name: string,
  was: Json | undefined,
): Json | undefined {
  const view = withoutNull(api.document, viewOf(api.document, schema))
  if (Array.isArray(view.enum)) return view.enum.find((one) => one !== null && !isSame(one, was))
  if (typeof was === 'boolean') return !was
  if (typeof was === 'number')
    return typeof view.maximum === 'number' && was + 1 > view.maximum ? was - 1 : was + 1
  if (!typesOf(view).includes('string')) return undefined
  const text = stringFor(view, random, name)
  return text === was ? undefined : text
}
