import { isObject, type Json, objectAt } from '../../openapi/document.ts'
import type { ResponseCheck } from '../finding.ts'

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const PARAMETER = `${TOKEN}[ \\t]*=[ \\t]*(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`
const CHALLENGE = `(${TOKEN})(?: +(?:${PARAMETER}(?:[ \\t]*,[ \\t]*${PARAMETER})*|[A-Za-z0-9._~+/-]+=*))?`
/** One or several challenges, with the empty list elements that recipients accept. */
const FIELD = new RegExp(`^[ \\t,]*${CHALLENGE}(?:[ \\t]*,[ \\t,]*${CHALLENGE})*[ \\t,]*$`)

/** A 401 carries a challenge of any scheme (RFC 9110, 11.6.1), for bearer credentials one with that scheme (RFC 6750, 3). */
export const wwwAuthenticateWith401: ResponseCheck = function* ({ exchange, header, document }) {
  if (exchange.status !== 401) return
  const value = header('www-authenticate')
  if (value === undefined || !FIELD.test(value)) {
    yield {
      code: 'no-challenge',
      received: value,
      provenance: 'decided',
    }
    return
  }
  const schemes = standardSchemes(document.root)
  if (schemes === undefined) return
  // Commas separate challenges and parameters alike: a scheme is a token without a following "=".
  const given = [
    ...value.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/(?:^|,)\s*([^\s,=]+)(?=\s+[^\s=]|\s*,|\s*$)/g),
  ]
  if (given.some((match) => schemes.has((match[1] ?? '').toLowerCase()))) return
  yield {
    code: 'wrong-challenge',
    received: value,
    expected: [...schemes],
    provenance: 'decided',
  }
}

/** The HTTP schemes of a document whose credentials all have one; undefined where some, such as API keys, have none. */
function standardSchemes(root: Json): Set<string> | undefined {
  const declared = isObject(root)
    ? Object.values(objectAt(objectAt(root, 'components'), 'securitySchemes'))
    : []
  const schemes = new Set<string>()
  for (const scheme of declared) {
    if (!isObject(scheme)) return undefined
    if (scheme.type === 'http' && typeof scheme.scheme === 'string') schemes.add(scheme.scheme.toLowerCase())
    else if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') schemes.add('bearer')
    else return undefined
  }
  if (schemes.size === 0) return undefined
  // A token endpoint authenticates its client by Basic.
  return schemes.add('basic')
}
