/** Query parameters that a list did not honour, in a header and once in the log. */
import type { ApiOperation } from '../model/api.ts'
import type { HttpResponse } from '../requests/exchange.ts'

export const IGNORED = 'X-Mock-Ignored'

/** Logs each set of ignored parameters of an operation once. */
export function createIgnoredLog(warn: ((message: string) => void) | undefined) {
  const logged = new Set<string>()
  return (operation: ApiOperation | undefined, { headers }: HttpResponse): void => {
    const names = headers[IGNORED]
    if (names === undefined || operation === undefined) return
    const message = `${operation.method} ${operation.path} ignores ${names}: the mock cannot infer which property it compares.`
    if (logged.has(message)) return
    logged.add(message)
    warn?.(message)
  }
}
