import type { Handler } from '../../server/handler.ts'
import { rotateOAuthClientSecret } from './rotateOAuthClientSecret.ts'

/** POST /organization/oauth-clients/{clientId}/secret: the former address of rotateOAuthClientSecret. */
export const rotateOAuthClientSecretFormerly =
  rotateOAuthClientSecret as unknown as Handler<'rotateOAuthClientSecretFormerly'> // requests and responses are the same
