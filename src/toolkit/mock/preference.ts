/** Preferences of a client in `Prefer` (RFC 7240), compatible with Prism, and a delay. */
export interface Preference {
  code?: number
  example?: string
  dynamic?: boolean
  /** Seed of the generated values in this response; overrides `--seed`. */
  seed?: string
  /** Milliseconds. */
  delay?: number
}

/** `Prefer` names what the document does not have: an error of the request to the mock, and none of the API. */
export class UnknownPreference extends Error {
  override readonly name = 'UnknownPreference'
}

/** Reads `Prefer: code=404, example=missing, dynamic=true, seed=7, delay=300`; what it does not know, it leaves aside. */
export function preferenceOf(header: string | undefined): Preference {
  const found: Preference = {}
  for (const part of (header ?? '').split(/[,;]/)) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim().replace(/^"(.*)"$/, '$1'))
    const number = Number(value)
    if (name === 'code' && Number.isInteger(number) && number >= 200 && number <= 599) found.code = number
    if (name === 'example' && value !== '') found.example = value
    if (name === 'dynamic') found.dynamic = value !== 'false'
    if (name === 'seed' && value !== '') found.seed = value
    if (name === 'delay' && number >= 0 && number <= 60_000) found.delay = number
  }
  return found
}
