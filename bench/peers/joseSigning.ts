/**
 * The limit: jose signing the same claims with RS256, 32 at a time, and nothing else.
 *
 *     node --import tsx bench/peers/joseSigning.ts <seconds>   prints {"perSecond": …}
 */
import { generateKeyPair, SignJWT } from 'jose'

const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048 })
const claims = {
  sub: 'user_01m6dqs9m0eefvn41pzzmcq6vf',
  iss: 'https://localhost:8443',
  aud: 'client_01m6dqs9m0eefvn41pzzmcq6vf',
  exp: 1_793_614_500,
  iat: 1_793_613_600,
  scope: 'prompts:read',
  org_id: 'org_01m3v7me00fwmbq8eed7gnc6z7',
  jti: 'grant_01m6dqs9m0eefvn41pzzmcq6vf.q6mfZ4oKq6k2bJ1yq0c2Jw',
  client_id: 'client_01m6dqs9m0eefvn41pzzmcq6vf',
}
const end = performance.now() + Number(process.argv[2] ?? 4) * 1000
const began = performance.now()
let signed = 0
async function sign(): Promise<void> {
  while (performance.now() < end) {
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'bench' }).sign(privateKey)
    signed++
  }
}
await Promise.all(Array.from({ length: 32 }, sign))
process.stdout.write(`${JSON.stringify({ perSecond: signed / ((performance.now() - began) / 1000) })}\n`)
