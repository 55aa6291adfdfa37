import { validationError } from '../../errors.ts'
import type { Services } from '../../http/handler.ts'

/**
 * The version of the bodies that a webhook receives; the newest when the body names none.
 * @throws ApiError VALIDATION_ERROR at `field`
 */
export function requireApiVersion(
  { outbox }: Pick<Services, 'outbox'>,
  asked: string | undefined,
  field: string,
): string {
  const version = asked ?? outbox.apiVersions.at(-1)
  if (version !== undefined && outbox.apiVersions.includes(version)) return version
  throw validationError({ field, issue: `is ${version}; expected ${outbox.apiVersions.join(' or ')}` })
}
