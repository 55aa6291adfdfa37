/** Creations of items that begin in another state, by the names: a plan with `trial_days` begins `trialing` subscriptions. */
import { bodyProperties } from '../../model/operationProperties.ts'
import type { Resource } from '../../model/resources.ts'
import { statusOf } from '../../model/roles.ts'
import { mayDecide } from '../../model/vocabulary.ts'
import type { Json, JsonObject } from '../../openapi/document.ts'
import { boundsOf } from '../../schema/values/valid.ts'
import { typesOf, viewOf, withoutNull } from '../../schema/view.ts'
import { referenceTarget } from './materialise.ts'
import type { Plan } from './rule.ts'

export interface Beginning {
  property: string
  value: Json
  /** The reference to the item with the property; undefined: the new item has it itself. */
  through: { property: string; target: Resource } | undefined
}

const MAX_BEGINNINGS = 4
/** A length or a number that is not zero. */
const SOME = 7

/** Values of an item, or of one that it refers to, which may decide on its first state. */
export function beginningsOf(plan: Plan, resource: Resource): MoveBeginning[] {
  const { create } = resource
  const states = statusOf(plan.api, resource)?.values ?? []
  if (create === undefined || states.length === 0) return []
  const own = [...bodyProperties(plan.api, create)]
  const all = [
    ...own.map(([property, schema]) => ({ property, schema, through: undefined })),
    ...own.flatMap(([name, schema]) => {
      const target = referenceTarget({ plan, from: resource }, name, schema)
      return [...bodyProperties(plan.api, target?.create)].flatMap(([property, inner]) =>
        target === undefined ? [] : [{ property, schema: inner, through: { property: name, target } }],
      )
    }),
  ]
  return all
    .filter(({ property }) => states.some((state) => mayDecide(property, state)))
    .flatMap(({ property, schema, through }) =>
      valuesFor(withoutNull(plan.api.document, viewOf(plan.api.document, schema))).map((value) => ({
        operation: create,
        begins: { property, value, through },
      })),
    )
    .slice(0, MAX_BEGINNINGS)
}

interface MoveBeginning {
  operation: NonNullable<Resource['create']>
  begins: Beginning
}

function valuesFor(view: JsonObject): Json[] {
  const [type] = typesOf(view)
  if (type === 'boolean') return [true, false]
  if (type !== 'integer') return []
  const { least = 0, most = SOME } = boundsOf(view, type)
  return [Math.min(Math.max(SOME, least), most), ...(least <= 0 ? [0] : [])]
}
