/** Path templates: the items on a path, and the actions on an item. */

/** Whether a path is an item's path or below it: `/books/{book}/pages`, and `/books/{book}:archive` (AIP-136). */
export const isAt = (item: string, path: string): boolean =>
  path === item || path.startsWith(`${item}/`) || path.startsWith(`${item}:`)

/** The name of an action on an item: `archive` of `/books/{book}/archive` and of `/books/{book}:archive`. */
export function actionOn(item: string, path: string): string | undefined {
  const action = isAt(item, path) ? path.slice(item.length + 1) : ''
  return /^[^/{:]+$/.test(action) ? action : undefined
}

/** The parent paths of a path. Composite keys are not split: `/rates/{from}` is not a parent of `/rates/{from}/{to}`. */
export const prefixesOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.flatMap((part, index) =>
    index > 1 && !part.startsWith('{') ? [parts.slice(0, index).join('/')] : [],
  )
}

/** Decodes a segment of a URL; returns it unchanged if its percent-encoding is invalid. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The last segment of a URL. */
export const lastOf = (address: string): string =>
  (address.split(/[?#]/, 1)[0] ?? '').split('/').findLast((one) => one !== '') ?? ''

/** A UUID, a long word, or a shorter hexadecimal one with digits and letters. */
const UNGUESSABLE =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-z]{16,}|(?<![0-9a-z])(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{12,}(?![0-9a-z])/i

/** Whether an id cannot be guessed, so that it is not the id of another resource by chance. */
export const isUnguessable = (id: string): boolean => UNGUESSABLE.test(id)
