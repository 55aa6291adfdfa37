/** The rules of an OAuth client that the document cannot express. */
import { type Issue, validationError } from '../../errors.ts'
import type { Caller } from '../../server/handler.ts'
import { authorizeDelegation } from '../organization/queries.ts'
import type { ClientRow } from './model/client.ts'
import { faultOfRedirectUri } from './redirectUris.ts'

/** @throws ApiError VALIDATION_ERROR that names every URI that may not be one */
export function requireRedirectUris(uris: readonly string[], type: ClientRow['type']): void {
  const issues = uris.flatMap((uri, index): Issue[] => {
    const fault = faultOfRedirectUri(uri)
    if (fault === undefined) return []
    const expected = 'expected https, a loopback address or a reversed domain name'
    return [{ field: `redirectUris[${index}]`, issue: `${fault}; ${expected}` }]
  })
  if (type === 'public' && uris.length === 0) {
    issues.push({ field: 'redirectUris', issue: 'is empty; a public client needs one at least' })
  }
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others)
}

/** No one gives a client what they do not have themselves. @throws ApiError INSUFFICIENT_SCOPE */
export const authorizeClientScopes = (caller: Caller, scopes: readonly string[], field = 'scopes'): void =>
  authorizeDelegation(caller, scopes, 'a client', field)
