// Made by `npm run generate` from openapi/oauth/openapi.yaml; change that instead.

/** What a text that matches the pattern is, in words: "expected …". */
export const expectations: Readonly<Record<string, string>> = {
  "^[0-9]+/minute$": "requests a minute, such as 300/minute",
  "^[A-Za-z0-9._~-]+$": "43 to 128 of A-Z a-z 0-9 - . _ ~",
  "^[A-Za-z0-9_-]+$": "a number in base64url",
  "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$": "a JSON Web Token of three parts",
  "^[A-Za-z0-9_-]{342,}$": "a modulus of 2048 bits or more in base64url",
  "^[A-Za-z0-9_-]{43}$": "43 characters of base64url",
  "^public, max-age=[0-9]+$": "public with an age in seconds",
  "default-src 'none'.*frame-ancestors 'none'": "a policy that starts from nothing and forbids frames",
}

/** The expected value of a parameter or a property, in words: "expected …". */
export const expectationsOf: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "a policy that starts from nothing and forbids frames",
  "PublicCache": "public with an age in seconds",
  "X-RateLimit-Policy": "requests a minute, such as 300/minute",
  "access_token": "a JSON Web Token of three parts",
  "code_challenge": "43 characters of base64url",
  "code_verifier": "43 to 128 of A-Z a-z 0-9 - . _ ~",
  "e": "a number in base64url",
  "n": "a modulus of 2048 bits or more in base64url",
}
