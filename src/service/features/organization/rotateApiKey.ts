import { ApiError } from '../../errors.ts'
import type { Handler } from '../../server/handler.ts'
import { authorizeKeyScopes } from './authorizeDelegation.ts'
import * as apiKeyStore from './model/apiKey.ts'
import { apiKeyOf, getKeyOrThrow, replaceKey, statusOf } from './model/apiKey.ts'
import type { Scope } from './model/member.ts'

const DAY = 86_400_000
const DEFAULT_OVERLAP = 1

/**
 * POST /organization/api-keys/{keyId}/rotate: makes a successor and lets the key end after the overlap. The
 * successor acts as the caller, as every key acts as its creator, so that it never transfers another user's rights. Of
 * one line of keys two work in parallel at the most.
 */
export const rotateApiKey: Handler<'rotateApiKey'> = (context) =>
  context.transact(async (tx) => {
    const { params, body, caller, clock, environment, ids, random } = context
    const { organizationId, userId } = caller
    const now = clock.now()
    const old = await getKeyOrThrow(tx, organizationId, params.keyId)
    const status = statusOf(old, now)
    if (status !== 'active') throw new ApiError('INVALID_STATE', `The key is ${status}; create a new one.`)
    if (old.rotated_to !== null)
      throw new ApiError('INVALID_STATE', `The key was rotated; rotate its successor, ${old.rotated_to}.`)
    const scopes = JSON.parse(old.scopes) as Scope[]
    await authorizeKeyScopes(tx, caller, scopes)
    const { name, expires_at: expiresAt } = old
    const successor = { organizationId, userId, name, scopes, expiresAt }
    const { id, key } = await apiKeyStore.createApiKey(tx, { environment, ids, random, now }, successor)
    const overlap = (body?.overlapDays ?? DEFAULT_OVERLAP) * DAY
    if (overlap === 0) await apiKeyStore.revokeKey(tx, organizationId, old.id, now)
    const end = Math.min(now + overlap, expiresAt ?? Number.POSITIVE_INFINITY)
    const ended = await replaceKey(tx, old, { id, now, expiresAt: end })
    if (ended.length > 0) await context.audit(tx, ended)
    return {
      status: 201,
      body: { ...apiKeyOf(await getKeyOrThrow(tx, organizationId, id), now), key },
      location: `/organization/api-keys/${id}`,
    }
  })
