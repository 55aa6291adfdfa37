/** Faults of rate limits. */
import {
  anything,
  editJson,
  type Fault,
  fieldOf,
  isObject,
  responses,
  succeeded,
  type WireResponse,
  withBearer,
  withField,
} from './fault.ts'

const LIMITS = 'Source: limits, "Rate-limit headers (on every response)"'

const limit = (
  name: string,
  suffering: string,
  edit: (response: WireResponse) => WireResponse,
  breaks = LIMITS,
): Fault => ({
  name,
  class: 'limits',
  suffering,
  breaks,
  plant: () => responses(anything, edit),
})

const field = (
  name: string,
  fieldName: string,
  suffering: string,
  bend: (value: string) => string | undefined,
  breaks = LIMITS,
): Fault =>
  limit(
    name,
    suffering,
    (response) => {
      const value = fieldOf(response, fieldName)
      return value === undefined ? response : withField(response, fieldName, bend(value))
    },
    breaks,
  )

const LIMIT_FIELDS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

export const limitFaults: Fault[] = [
  field('limit-is-missing', 'X-RateLimit-Limit', 'Clients cannot pace themselves.', () => undefined),
  field(
    'remaining-is-missing',
    'X-RateLimit-Remaining',
    'Clients run into 429 without warning.',
    () => undefined,
  ),
  field('reset-is-missing', 'X-RateLimit-Reset', 'Clients do not know when to go on.', () => undefined),
  field('policy-is-missing', 'X-RateLimit-Policy', 'Clients do not know the window.', () => undefined),
  field(
    'policy-is-by-the-second',
    'X-RateLimit-Policy',
    'Clients send sixty times too fast.',
    (value) => value.replace('/minute', '/second'),
    'Source: X-RateLimit-Policy, form <count>/minute',
  ),
  field(
    'policy-contradicts-limit',
    'X-RateLimit-Policy',
    'Two fields of one answer name two limits.',
    (value) => value.replace(/^\d+/, (count) => String(Number(count) * 2)),
    'OpenAPI document: X-RateLimit-Policy, "The policy that the three fields above describe"',
  ),
  field(
    'remaining-exceeds-limit',
    'X-RateLimit-Remaining',
    'More is left than there ever was.',
    (value) => String(Number(value) + 10_000_000),
    'Source: X-RateLimit-Remaining, "Requests left in the window"',
  ),
  field(
    'remaining-is-negative',
    'X-RateLimit-Remaining',
    'Clients that divide by what is left wait for ever.',
    (value) => String(-Number(value) - 1),
  ),
  field(
    'remaining-never-moves',
    'X-RateLimit-Remaining',
    'Clients run into 429 with a thousand requests left.',
    () => '500000',
  ),
  field(
    'reset-is-in-milliseconds',
    'X-RateLimit-Reset',
    'Clients wait for fifty thousand years.',
    (value) => `${value}000`,
    'Source: X-RateLimit-Reset, Unix timestamp',
  ),
  field(
    'reset-is-a-delay',
    'X-RateLimit-Reset',
    'Clients believe that the window ended in 1970.',
    () => '42',
    'Source: X-RateLimit-Reset, Unix timestamp',
  ),
  field('reset-is-past', 'X-RateLimit-Reset', 'Clients go on at once and are refused.', (value) =>
    String(Number(value) - 3600),
  ),
  field(
    'reset-is-far',
    'X-RateLimit-Reset',
    'Clients wait for an hour instead of a minute.',
    (value) => String(Number(value) + 3600),
    'Source: X-RateLimit-Reset, when the window of a minute resets',
  ),
  field(
    'limit-is-a-sentence',
    'X-RateLimit-Limit',
    'Clients read no number.',
    (value) => `${value} per minute`,
  ),
  {
    name: 'remaining-rises',
    class: 'limits',
    suffering: 'Each request seems to add one to what is left.',
    breaks: 'Source: X-RateLimit-Remaining',
    plant: () => {
      let count = 0
      return responses(anything, (response) => {
        const limit = fieldOf(response, 'x-ratelimit-limit')
        return limit
          ? withField(
              response,
              'X-RateLimit-Remaining',
              String(Math.min(Number(limit), Math.floor(Number(limit) / 2) + ++count)),
            )
          : response
      })
    },
  },
  limit('errors-lack-limits', 'Clients lose count at every error.', (response) =>
    response.status < 400 ? response : LIMIT_FIELDS.reduce((one, name) => withField(one, name), response),
  ),
  limit('deletions-lack-limits', 'Clients lose count at every deletion.', (response) =>
    response.status !== 204 ? response : LIMIT_FIELDS.reduce((one, name) => withField(one, name), response),
  ),
  limit(
    'retry-after-without-need',
    'Clients slow down after every success.',
    (response) => (succeeded(response) ? withField(response, 'Retry-After', '5') : response),
    'Source: Retry-After, "sent only with status 429"',
  ),
  limit(
    'retry-after-is-missing',
    'Clients that are refused try again at once, and are refused again.',
    (response) => (response.status === 429 ? withField(response, 'Retry-After') : response),
    'Source: errors, 429, "the Retry-After header gives seconds to wait"',
  ),
  limit(
    'retry-after-is-a-date',
    'Clients that read seconds wait for no time.',
    (response) =>
      response.status === 429
        ? withField(response, 'Retry-After', 'Mon, 02 Nov 2026 10:01:00 GMT')
        : response,
    'Source: Retry-After, seconds',
  ),
  limit(
    'retry-after-is-zero',
    'Clients try again at once, and are refused again.',
    (response) => (response.status === 429 ? withField(response, 'Retry-After', '0') : response),
    'OpenAPI document: Retry-After, minimum 1',
  ),
  limit(
    'retry-after-is-milliseconds',
    'Clients wait for hours.',
    (response) => {
      const after = response.status === 429 ? fieldOf(response, 'retry-after') : undefined
      return after ? withField(response, 'Retry-After', `${after}000`) : response
    },
    'Source: Retry-After, seconds',
  ),
  limit(
    'too-many-is-503',
    'Clients believe that the service is down.',
    (response) => (response.status === 429 ? { ...response, status: 503 } : response),
    'Source: "When a limit is exceeded the response has status 429"',
  ),
  limit(
    'too-many-is-403',
    'Clients believe that they may not.',
    (response) => (response.status === 429 ? { ...response, status: 403 } : response),
    'Source: "When a limit is exceeded the response has status 429"',
  ),
  limit(
    'too-many-has-another-code',
    'Clients that look for the code do not wait.',
    (response) =>
      response.status === 429
        ? editJson(response, (body) => {
            if (isObject(body.error)) body.error.code = 'CONFLICT'
          })
        : response,
    'OpenAPI document: ErrorCode, each belongs to one status',
  ),
  {
    name: 'limits-never-refuse',
    class: 'limits',
    suffering: 'One client takes the service from all others.',
    breaks: 'Source: rate limits per plan',
    plant:
      ({ owner }) =>
      async (request, send) => {
        const response = await send(request)
        return response.status === 429 ? send(withBearer(request, owner)) : response
      },
  },
]
