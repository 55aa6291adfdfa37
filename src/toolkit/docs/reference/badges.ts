/** The marks that a schema, a parameter or an operation carries. */
import type { JsonObject, Labels } from '../../openapi/document.ts'
import { type Badge, textAt } from '../blocks.ts'

export const REQUIRED: Badge = { text: 'required', kind: 'required' }

/** @param labels of the document: the extension whose values are shown */
export function badgesOf(node: JsonObject, labels: Labels | undefined): Badge[] {
  const label = labels === undefined ? undefined : String(node[labels.extension])
  const meaning = label === undefined ? undefined : labels?.values[label]
  const since = textAt(node, 'x-deprecated-at')
  const until = textAt(node, 'x-sunset')
  const when = [since && `since ${since}`, until && `gone after ${until}`].filter(Boolean).join(', ')
  return [
    ...(node.deprecated === true
      ? [{ text: when ? `deprecated ${when}` : 'deprecated', kind: 'deprecated' }]
      : []),
    ...(node.readOnly === true ? [{ text: 'read only', kind: 'plain' }] : []),
    ...(node.writeOnly === true ? [{ text: 'write only', kind: 'plain' }] : []),
    ...(label === undefined || meaning === undefined ? [] : [{ text: label, kind: 'label', title: meaning }]),
  ]
}
