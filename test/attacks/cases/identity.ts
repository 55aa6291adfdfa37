/** The caller, and the ownership of resources. */
import { type AttackCase, attack } from './case.ts'

const code = 'test/service/features/oauth/authorizationCode.test.ts'
const token = 'test/service/features/oauth/accessTokens.test.ts'
const refresh = 'test/service/features/oauth/refresh.test.ts'
const consent = 'test/service/pages/consent.test.ts'
const signIn = 'test/service/pages/signIn.test.ts'
const browser = 'test/service/pages/browser.test.ts'
const oauth = 'test/service/features/oauth/clientCredentials.test.ts'
const bodies = 'test/attacks/bodies.test.ts'
const sameWork = 'test/attacks/sameWork.test.ts'
const keys = 'test/attacks/keys.test.ts'

export const identityCases: readonly AttackCase[] = [
  attack(1, 'replaying a code', [code, 'used twice takes back what it gave']),
  attack(2, 'fifty parallel redemptions of a code', [code, 'works for exactly one of fifty at once']),
  attack(3, 'the code of another client', [code, 'of another client is refused']),
  attack(4, 'an expired code', [code, 'lives 60 seconds']),
  attack(5, 'another redirect_uri at the token step', [code, 'is held to the redirect URI of its request']),
  attack(
    6,
    'a redirect_uri that is nearly the registered one',
    [consent, 'a slash at the end'],
    [consent, 'an encoded dot'],
    [consent, 'a subdomain'],
  ),
  attack(7, 'a loopback address that differs in more than its port', [
    consent,
    'a redirect URI of a native app',
  ]),
  attack(8, 'a redirect for an unknown client or address', [consent, '%s: a page, no redirect']),
  attack(9, 'a verifier where no challenge was stored', [code, 'a verifier without a challenge is refused']),
  attack(10, 'no verifier where a challenge was stored', [code, 'a missing verifier']),
  attack(
    11,
    'the plain challenge method',
    [consent, 'plain PKCE'],
    [code, 'the challenge itself, as plain would have it'],
  ),
  attack(
    12,
    'a verifier of a wrong length or alphabet',
    [code, 'a verifier of 42 characters'],
    [code, 'a verifier of 129 characters'],
    [code, 'a verifier with a blank'],
  ),
  attack(13, 'a public client without PKCE', [consent, 'a public client without PKCE']),
  attack(14, 'a state that is changed on the way', [consent, '%s comes back to the letter']),
  attack(
    15,
    'an answer of another issuer',
    [consent, '%s: at its redirect URI, with state and iss'],
    [browser, 'lands with code, state and iss'],
  ),
  attack(16, 'a parameter given twice', [oauth, 'a parameter twice'], [consent, 'a parameter twice']),
  attack(17, 'response_type=token', [consent, 'the implicit grant']),
  attack(
    18,
    'using a refresh token again',
    [refresh, 'loses the grant when a token is used again later'],
    [refresh, 'after its successor, the newest token included'],
  ),
  attack(19, 'two refreshes at once', [refresh, 'gets one successor from twenty requests at once']),
  attack(20, 'the refresh token of another client', [refresh, "cannot use another client's token"]),
  attack(
    21,
    'a scope beyond the grant',
    [oauth, 'a scope beyond the client'],
    [refresh, 'which does not shrink the grant, and never for more'],
  ),
  attack(22, 'a client that presents itself twice', [oauth, 'by form and by Basic, never both']),
  attack(
    23,
    'Basic credentials that decode to something else',
    [oauth, 'a secret may hold a colon'],
    [oauth, 'by malformed Basic'],
  ),
  attack(
    24,
    'telling unknown clients and users from wrong secrets',
    [oauth, 'the same 401 with a challenge'],
    [signIn, 'sounds the same for an unknown address and a wrong password'],
    [sameWork, 'is the same work for an unknown address'],
    [sameWork, 'is the same work, whether it is unknown'],
  ),
  attack(25, 'a failed Basic authentication', [oauth, 'the same 401 with a challenge']),
  attack(26, 'an error that a cache keeps', [oauth, 'the same 401 with a challenge']),
  attack(27, 'JSON where a form is expected', [oauth, 'JSON']),
  attack(
    28,
    'client credentials of a public client',
    [refresh, 'cannot use client_credentials'],
    [oauth, 'gives no refresh token'],
  ),
  attack(29, 'a client that looks like a person', [
    oauth,
    "acts as the client's own user, which no person is",
  ]),
  attack(30, 'a role that was taken away', [
    'test/service/features/organization/apiKeyAuthenticator.test.ts',
    "a key never exceeds its user's present role",
  ]),
  attack(
    31,
    'a forged or repeated consent',
    [consent, 'without proof, with an altered one, or for another request is refused'],
    [consent, 'gives one code, however often it is sent'],
    [consent, "with another user's proof is refused"],
  ),
  attack(
    32,
    'framing the consent page',
    [browser, 'is not shown in a frame'],
    [signIn, 'runs nothing, is framed by nobody'],
    [browser, 'runs no script that a client put into its name'],
  ),
  attack(33, 'a redirect that posts again', [consent, 'answers with 303, never a code that keeps the form']),
  attack(
    34,
    'a token signed by none, by the public key, or by a key of its own',
    [token, 'signed with HS256 and the public key in PEM'],
    [token, 'signed by a key that it brings along'],
    [token, 'with a critical extension'],
  ),
  attack(
    35,
    'a key id that is missing, unknown, a path or SQL',
    [token, 'without kid'],
    [token, 'with a path as kid'],
    [token, 'with SQL as kid'],
  ),
  attack(
    36,
    'a token without exp, expired, of another issuer or audience',
    [token, 'without exp'],
    [token, 'that has expired says so'],
    [token, 'of another issuer'],
    [token, 'for two clients'],
  ),
  attack(
    37,
    'a JWT of another kind',
    [token, 'without scope, as an ID token would be'],
    [token, 'of the type logout+jwt'],
  ),
  attack(
    38,
    'a rotation of the signing key',
    [oauth, 'carries both keys over a rotation, so that no request fails'],
    [oauth, 'holds nothing private'],
  ),
  attack(39, 'a key of the other environment', [keys, 'is told so, in both directions']),
  attack(
    40,
    'a mistyped key',
    [keys, 'a mistyped key is refused although the database cannot be read'],
    [
      'test/service/features/organization/apiKeyAuthenticator.test.ts',
      'is refused without asking the database',
    ],
  ),
  attack(41, 'a revoked key', [keys, 'a revoked key fails at the next request']),
  attack(
    42,
    'a secret that turns up elsewhere',
    [keys, 'no secret is in the log, in an error, in a list, or in a file'],
    ['test/service/server/steps/idempotency/sealedResponses.test.ts', 'stands nowhere in the database'],
  ),
  attack(
    43,
    'a key that mints more than it may',
    ['test/service/features/organization/apiKeys.test.ts', 'has no scope that its maker’s key lacks'],
    ['test/service/features/organization/apiKeys.test.ts', 'gives nobody another’s rights'],
  ),
  attack(
    44,
    'another organization on every operation',
    ['test/tenancy.test.ts', 'through %s'],
    ['test/tenancy.test.ts', 'and all of it is as it was, and no event was raised'],
  ),
  attack(
    45,
    'identifiers and cursors of another organization',
    ['test/tenancy.test.ts', 'through %s'],
    ['test/tenancy.test.ts', 'through a cursor of A on %s'],
  ),
  attack(46, 'setting what only the service sets', [
    bodies,
    'refuses each of them that it does not document',
  ]),
]
