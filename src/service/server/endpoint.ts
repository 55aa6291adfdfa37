/** The input of an endpoint of the authorization server, and its response. */

import type { Parameters } from '../syntax/form.ts'
import type { PlanName } from './steps/rateLimit/plans.ts'

export interface EndpointResponse {
  status: 200
  /** Undefined: no content. */
  body: object | undefined
  /** Seconds that anyone may retain the response; no one may when absent. */
  maxAge?: number
}

/** The common properties of a client for the endpoints; a feature's own type of client has more. */
export interface KnownClient {
  organizationId: string
  plan: PlanName
  /** Proved by its secret; a public client only names itself. */
  proved: boolean
}

/** The credentials that a client presents; its authenticator decides whether they are enough. */
export interface PresentedCredentials {
  clientId: string
  secret: string | undefined
}

/** Verifies a client. @throws OAuthError invalid_client */
export type ClientAuthenticator<C extends KnownClient> = (presented: PresentedCredentials) => Promise<C>

/** An endpoint that anyone may read. */
export type OpenEndpoint = () => Promise<EndpointResponse>

/** An endpoint that a client posts a form to. */
export type ClientEndpoint<C extends KnownClient> = (request: {
  client: C
  form: Parameters
}) => Promise<EndpointResponse>
