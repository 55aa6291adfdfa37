/**
 * The usual authorization server of a Node user: oidc-provider with client credentials and RS256 JWTs, its
 * store in memory, over TLS. It has no database, no rate limits and no grants that can be revoked.
 *
 *     node --import tsx bench/peers/oidcProvider.ts <folder>   prints {"port": …} when it listens
 */
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import Provider from 'oidc-provider'

const folder = process.argv[2] ?? '.'
const server = createServer({
  key: readFileSync(join(folder, 'key.pem')),
  cert: readFileSync(join(folder, 'cert.pem')),
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  Object.assign(console, { warn: () => {}, info: () => {} }) // it greets its developers
  const provider = new Provider(`https://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: 'bench',
        client_secret: 'bench-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: 'prompts:read',
      },
    ],
    scopes: ['prompts:read'],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['bench'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:bench',
        getResourceServerInfo: () => ({
          scope: 'prompts:read',
          accessTokenTTL: 900,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  server.on('request', provider.callback())
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
