/** The marks that a schema, a parameter or an operation carries. */
import type { JsonObject } from '../../openapi/document.ts'
import { originOf } from '../../openapi/provenance.ts'
import { type Badge, textAt } from '../blocks.ts'

export const REQUIRED: Badge = { text: 'required', kind: 'required' }

export const ORIGINS: Record<string, string> = {
  specified: 'The specification of the service shows it.',
  decided: 'The specification names it; its shape was decided here.',
  extension: 'It goes beyond the specification.',
}

export function badgesOf(node: JsonObject): Badge[] {
  const origin = originOf(node)
  const since = textAt(node, 'x-deprecated-at')
  const until = textAt(node, 'x-sunset')
  const when = [since && `since ${since}`, until && `gone after ${until}`].filter(Boolean).join(', ')
  return [
    ...(node.deprecated === true
      ? [{ text: when ? `deprecated ${when}` : 'deprecated', kind: 'deprecated' }]
      : []),
    ...(node.readOnly === true ? [{ text: 'read only', kind: 'plain' }] : []),
    ...(node.writeOnly === true ? [{ text: 'write only', kind: 'plain' }] : []),
    ...(origin === undefined ? [] : [{ text: origin, kind: origin, title: ORIGINS[origin] ?? '' }]),
  ]
}
