import * as crypto from 'node:crypto'

/**
 * The identity of a request for an idempotency key: method, path, query and body bytes. The order of
 * query parameters of different names does not matter; anything else does.
 * @param search the query string without its question mark
 */
export function fingerprintOf(method: string, path: string, search: string, body: Buffer): string {
  return fingerprintByDigest(method, path, search, sha256(body))
}

/** The same for a body of which only the digest is at hand: SHA-256 in base64url. */
export function fingerprintByDigest(method: string, path: string, search: string, digest: string): string {
  // The body goes in as its own digest, so that nothing in a path or query can be mistaken for its beginning.
  return sha256(`${method.toUpperCase()}\n${path}\n${canonical(search)}\n${digest}`)
}

function canonical(search: string): string {
  if (search === '') return ''
  const parameters = new URLSearchParams(search)
  parameters.sort() // stable: repeated names retain their order
  return parameters.toString()
}

const sha256: (data: string | Buffer) => string =
  'hash' in crypto
    ? (data) => crypto.hash('sha256', data, 'base64url')
    : (data) => crypto.createHash('sha256').update(data).digest('base64url')
