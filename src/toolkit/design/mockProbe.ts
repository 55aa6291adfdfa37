/** One request to a mock that was loaded just now: a mock that fails at every request is not reloaded. */

import { sampleRequest } from '../docs/index.ts'
import type { Mock } from '../mock/mock.ts'
import { credentialAlternatives } from '../openapi/credentialForm.ts'
import type { ContractDocument } from '../openapi/document.ts'
import { basePathOf } from '../openapi/match.ts'
import { listOperations } from '../openapi/operations.ts'

/** Why the mock does not respond; undefined where it does, or where there is nothing to request. */
export async function failureOf(mock: Mock, document: ContractDocument): Promise<string | undefined> {
  const operations = listOperations(document)
  const operation = operations.find(({ method }) => method.toUpperCase() === 'GET') ?? operations[0]
  if (operation === undefined) return undefined
  const [credentials = []] = credentialAlternatives(document, operation.operation)
  const label = `${operation.method.toUpperCase()} ${operation.path}`
  try {
    const request = sampleRequest(document, operation, basePathOf(document), credentials)
    const headers = Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const { body } = request
    const response = await mock.respond({
      method: request.method.toUpperCase(),
      url: request.url,
      headers: {
        authorization: 'Bearer any',
        ...headers,
        ...(body?.kind === 'json' && { 'content-type': body.type }),
      },
      body: Buffer.from(body?.kind === 'json' ? JSON.stringify(body.value) : ''),
    })
    if (response === undefined || response.status < 500) return undefined
    return `${label} returns ${response.status}: ${textOf(response.body)}`
  } catch (error) {
    return `${label} returns 500: ${(error as Error).message}`
  }
}

const MAX_CHARACTERS = 300

const textOf = (body: unknown): string =>
  (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).slice(0, MAX_CHARACTERS)
