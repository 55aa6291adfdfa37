/**
 * The steps of a call, in the order of rejection (docs/internals/decisions.md, 1): 401, 429, 404 or 405, 403, 406, then 415, 413
 * and 400, then 409 of the idempotency key. The order is here and nowhere else; a test reads it.
 */
import { ApiError, nothingHere } from '../errors.ts'
import type { Call, CallStep } from './call.ts'
import type { Operation } from './operationTable.ts'
import { accept } from './steps/accept.ts'
import { announceStep } from './steps/announce.ts'
import { receive } from './steps/body/receive.ts'
import { beginIdempotent } from './steps/idempotency/begin.ts'
import { type CountedAccount, CredentialOutdated } from './steps/rateLimit/limiter.ts'
import { run } from './steps/run.ts'
import { validate } from './steps/validate/validate.ts'
import type { CallHandler, Surface } from './surface.ts'

interface Step {
  name: string
  /** The rejections that it may respond with, by status. */
  errorStatuses: readonly number[]
  /** @returns undefined where the operation does not need the step */
  compile(
    operation: Operation | undefined,
    surface: Surface,
    handler: CallHandler | undefined,
  ): CallStep | undefined
}

export const steps: readonly Step[] = [
  {
    name: 'identify',
    errorStatuses: [401],
    compile: (operation, surface) => {
      const identify = surface.scheme.identify(operation, surface)
      return identify && ((call) => (call.exchange ? identify(call) : undefined))
    },
  },
  {
    name: 'limit',
    // And 401, where another process has changed the credential since the step before read it.
    errorStatuses: [429],
    compile: (operation, surface) => {
      const { limiter } = surface
      const identify = surface.scheme.identify(operation, surface)
      /** Another process changed a credential: the caller is read anew, and counted as that. */
      const countAnew = async (call: Call) => {
        await identify?.(call)
        const { organizationId, plan } = call.account as CountedAccount
        call.count(await limiter.admit({ organizationId, plan }))
      }
      return (call) => {
        if (!call.exchange) return undefined
        if (!call.account) return call.countAddress(limiter)
        const admission = limiter.admit(call.account)
        if (!(admission instanceof Promise)) return call.count(admission)
        return admission.then(
          (one) => call.count(one),
          (error: unknown) => {
            if (!(error instanceof CredentialOutdated)) throw error
            return countAnew(call)
          },
        )
      }
    },
  },
  {
    name: 'route',
    errorStatuses: [404, 405],
    compile: (operation) => {
      // Anyone who uses what the documents call deprecated is reported by every response from here on.
      if (operation) return announceStep(operation)
      return (call) => {
        const { allowed } = call
        if (allowed === undefined) throw nothingHere()
        const received = call.exchange?.request.method
        throw new ApiError(
          'METHOD_NOT_ALLOWED',
          `Received ${received}; this path allows ${allowed.join(', ')}.`,
          {
            details: { received, allowed },
            headers: { Allow: allowed.join(', ') },
          },
        )
      }
    },
  },
  {
    name: 'authorize',
    errorStatuses: [403],
    compile: (operation, { scheme }) => operation && scheme.authorize(operation),
  },
  { name: 'accept', errorStatuses: [406], compile: accept },
  { name: 'body', errorStatuses: [415, 413, 400], compile: receive },
  { name: 'validate', errorStatuses: [404, 400], compile: validate },
  { name: 'idempotency', errorStatuses: [400, 409], compile: beginIdempotent },
  { name: 'run', errorStatuses: [], compile: run },
]
