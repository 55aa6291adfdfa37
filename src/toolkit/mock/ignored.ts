/** Query parameters that a list did not honour, in a header and once in the log. */
import type { ApiOperation } from '../model/api.ts'
import { isObject, type Json } from '../openapi/document.ts'
import type { HttpResponse } from '../requests/exchange.ts'

export const IGNORED = 'X-Mock-Ignored'

export const namesInHeader = (names: readonly string[]): string => names.map(encodeURIComponent).join(', ')

/** Whether a body has items that a filter could leave out: an array, or one level down arrays or the values of a map. */
export const hasItems = (body: unknown): boolean =>
  Array.isArray(body) ||
  (isObject(body as Json) &&
    Object.values(body as object).some((value) => Array.isArray(value) || isObject(value as Json)))

/** Logs each set of ignored parameters of an operation once. */
export function createIgnoredLog(warn: ((message: string) => void) | undefined) {
  const logged = new Set<string>()
  return (operation: ApiOperation | undefined, { headers }: HttpResponse): void => {
    const names = headers[IGNORED]
    if (names === undefined || operation === undefined) return
    const message = `${operation.method} ${operation.path} ignores ${names}: the mock cannot infer how it filters this list.`
    if (logged.has(message)) return
    logged.add(message)
    warn?.(message)
  }
}
