/** Whether a request is valid by its operation's parameters and body. */
import { createApi } from '../../../../src/toolkit/model/api.ts'
import { type ContractDocument, createMatcher } from '../../../../src/toolkit/openapi/index.ts'
import { HttpError } from '../../../../src/toolkit/requests/exchange.ts'
import { validate } from '../../../../src/toolkit/requests/validate.ts'
import type { Message } from './page.ts'

export function createValidity(document: ContractDocument) {
  const api = createApi(document)
  const match = createMatcher(document)
  return (method: string, url: string, { headers, body }: Message): boolean => {
    const operation = api.byId.get(match(method, url).operation?.operationId ?? '')
    if (operation === undefined) return false
    const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
    const type = body === '' ? {} : { 'content-type': 'application/json' }
    try {
      validate(
        api,
        operation,
        { method, url, headers: { ...type, ...fields }, body: Buffer.from(body) },
        paramsOf(operation.path, url),
      )
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }
}

function paramsOf(template: string, url: string): Record<string, string> {
  const segments = (url.split('?')[0] ?? '').split('/')
  return Object.fromEntries(
    template.split('/').flatMap((part, index) => {
      const [, name] = /^\{(.+)\}$/.exec(part) ?? []
      return name === undefined ? [] : [[name, decodeURIComponent(segments[index] ?? '')]]
    }),
  )
}
