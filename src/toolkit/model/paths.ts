/** What the templates of paths tell of items: which path leads through one, and what is done there. */

/** Whether a path is that of an item, or leads through it: `/books/{book}/pages`, and `/books/{book}:archive` (AIP-136). */
export const isAt = (item: string, path: string): boolean =>
  path === item || path.startsWith(`${item}/`) || path.startsWith(`${item}:`)

/** The name of an action on an item: `archive` of `/books/{book}/archive` and of `/books/{book}:archive`. */
export function actionOn(item: string, path: string): string | undefined {
  const action = isAt(item, path) ? path.slice(item.length + 1) : ''
  return /^[^/{:]+$/.test(action) ? action : undefined
}

/** The shorter paths that lead to a path; not half a key of two parts, `/rates/{from}` of `/rates/{from}/{to}`. */
export const prefixesOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.flatMap((part, index) =>
    index > 1 && !part.startsWith('{') ? [parts.slice(0, index).join('/')] : [],
  )
}

/** The text that a part of a URL stands for; itself where it is badly encoded. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The last segment of an address. */
export const lastOf = (address: string): string =>
  (address.split(/[?#]/, 1)[0] ?? '').split('/').findLast((one) => one !== '') ?? ''
