// Made by `npm run generate` from openapi/oauth/openapi.yaml; change that instead.

export type OperationId =
  | 'getHome'
  | 'exchangeToken'
  | 'revokeToken'
  | 'introspectToken'
  | 'getKeySet'
  | 'getServerMetadata'
  | 'getAuthorization'
  | 'sendAuthorization'
  | 'getSignIn'
  | 'sendSignIn'
  | 'sendSignOut'
  | 'getSettings'
  | 'sendSettings'
  | 'getPromptsPage'
  | 'getEvaluationsPage'
  | 'getWebhooksPage'
  | 'getInvitation'
  | 'sendInvitation'

export interface Operation {
  id: OperationId
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Template below the server's address, such as `/prompts/{promptId}`. */
  path: string
  /** The feature that it belongs to. */
  feature: string
  /** Every one of them is needed. */
  scopes: readonly string[]
  body: null | {
    required: boolean
    mediaTypes: readonly string[]
    /** After inflation. */
    maxBytes: number
    /** It is no JSON: the handler reads it piece by piece. */
    upload: boolean
  }
  parameters: readonly { name: string; in: 'path' | 'query' | 'header'; array: boolean }[]
  responses: readonly { status: number; mediaTypes: readonly string[] }[]
  /** Its answer holds a secret: never cached, stored only encrypted. */
  containsSecret: boolean
  /** Takes the Idempotency-Key header. */
  idempotencyKey: boolean
  /** Its success carries an ETag. */
  etag: boolean
  /** What its answers announce the end of; missing where nothing of it is deprecated. */
  announcements?: readonly {
    when: 'always' | { in: 'query' | 'header' | 'path'; name: string }
    deprecation?: string
    sunset?: string
  }[]
}

export const operations: Readonly<Record<OperationId, Operation>> = {
  getHome: {"id":"getHome","method":"get","path":"/","feature":"pages","scopes":[],"body":null,"parameters":[],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  exchangeToken: {"id":"exchangeToken","method":"post","path":"/oauth/token","feature":"endpoints","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"X-Request-Id","in":"header","array":false}],"responses":[{"status":200,"mediaTypes":["application/json"]},{"status":400,"mediaTypes":["application/json"]},{"status":401,"mediaTypes":["application/json"]},{"status":413,"mediaTypes":["application/json"]},{"status":429,"mediaTypes":["application/json"]},{"status":500,"mediaTypes":["application/json"]},{"status":503,"mediaTypes":["application/json"]}],"containsSecret":true,"idempotencyKey":false,"etag":false},
  revokeToken: {"id":"revokeToken","method":"post","path":"/oauth/revoke","feature":"endpoints","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"X-Request-Id","in":"header","array":false}],"responses":[{"status":200,"mediaTypes":["application/json"]},{"status":400,"mediaTypes":["application/json"]},{"status":401,"mediaTypes":["application/json"]},{"status":413,"mediaTypes":["application/json"]},{"status":429,"mediaTypes":["application/json"]},{"status":500,"mediaTypes":["application/json"]},{"status":503,"mediaTypes":["application/json"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  introspectToken: {"id":"introspectToken","method":"post","path":"/oauth/introspect","feature":"endpoints","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"X-Request-Id","in":"header","array":false}],"responses":[{"status":200,"mediaTypes":["application/json"]},{"status":400,"mediaTypes":["application/json"]},{"status":401,"mediaTypes":["application/json"]},{"status":413,"mediaTypes":["application/json"]},{"status":429,"mediaTypes":["application/json"]},{"status":500,"mediaTypes":["application/json"]},{"status":503,"mediaTypes":["application/json"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getKeySet: {"id":"getKeySet","method":"get","path":"/.well-known/jwks.json","feature":"endpoints","scopes":[],"body":null,"parameters":[{"name":"X-Request-Id","in":"header","array":false}],"responses":[{"status":200,"mediaTypes":["application/json"]},{"status":429,"mediaTypes":["application/json"]},{"status":500,"mediaTypes":["application/json"]},{"status":503,"mediaTypes":["application/json"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getServerMetadata: {"id":"getServerMetadata","method":"get","path":"/.well-known/oauth-authorization-server","feature":"endpoints","scopes":[],"body":null,"parameters":[{"name":"X-Request-Id","in":"header","array":false}],"responses":[{"status":200,"mediaTypes":["application/json"]},{"status":429,"mediaTypes":["application/json"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getAuthorization: {"id":"getAuthorization","method":"get","path":"/oauth/authorize","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"client_id","in":"query","array":false},{"name":"redirect_uri","in":"query","array":false},{"name":"response_type","in":"query","array":false},{"name":"response_mode","in":"query","array":false},{"name":"scope","in":"query","array":false},{"name":"state","in":"query","array":false},{"name":"code_challenge","in":"query","array":false},{"name":"code_challenge_method","in":"query","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  sendAuthorization: {"id":"sendAuthorization","method":"post","path":"/oauth/authorize","feature":"pages","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"client_id","in":"query","array":false},{"name":"redirect_uri","in":"query","array":false},{"name":"response_type","in":"query","array":false},{"name":"response_mode","in":"query","array":false},{"name":"scope","in":"query","array":false},{"name":"state","in":"query","array":false},{"name":"code_challenge","in":"query","array":false},{"name":"code_challenge_method","in":"query","array":false}],"responses":[{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":403,"mediaTypes":["text/html"]},{"status":413,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getSignIn: {"id":"getSignIn","method":"get","path":"/oauth/sign-in","feature":"pages","scopes":[],"body":null,"parameters":[],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  sendSignIn: {"id":"sendSignIn","method":"post","path":"/oauth/sign-in","feature":"pages","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[],"responses":[{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":403,"mediaTypes":["text/html"]},{"status":413,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  sendSignOut: {"id":"sendSignOut","method":"post","path":"/oauth/sign-out","feature":"pages","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[],"responses":[{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":403,"mediaTypes":["text/html"]},{"status":413,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getSettings: {"id":"getSettings","method":"get","path":"/settings","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"organization","in":"query","array":false},{"name":"keys","in":"query","array":false},{"name":"applications","in":"query","array":false},{"name":"members","in":"query","array":false},{"name":"allowed","in":"query","array":false},{"name":"notice","in":"query","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":403,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  sendSettings: {"id":"sendSettings","method":"post","path":"/settings","feature":"pages","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"organization","in":"query","array":false},{"name":"keys","in":"query","array":false},{"name":"applications","in":"query","array":false},{"name":"members","in":"query","array":false},{"name":"allowed","in":"query","array":false}],"responses":[{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":403,"mediaTypes":["text/html"]},{"status":413,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getPromptsPage: {"id":"getPromptsPage","method":"get","path":"/settings/prompts","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"organization","in":"query","array":false},{"name":"cursor","in":"query","array":false},{"name":"prompt","in":"query","array":false},{"name":"from","in":"query","array":false},{"name":"to","in":"query","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":403,"mediaTypes":["text/html"]},{"status":404,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getEvaluationsPage: {"id":"getEvaluationsPage","method":"get","path":"/settings/evaluations","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"organization","in":"query","array":false},{"name":"cursor","in":"query","array":false},{"name":"evaluation","in":"query","array":false},{"name":"status","in":"query","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":403,"mediaTypes":["text/html"]},{"status":404,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getWebhooksPage: {"id":"getWebhooksPage","method":"get","path":"/settings/webhooks","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"organization","in":"query","array":false},{"name":"cursor","in":"query","array":false},{"name":"webhook","in":"query","array":false},{"name":"event","in":"query","array":false},{"name":"status","in":"query","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":303,"mediaTypes":[]},{"status":403,"mediaTypes":["text/html"]},{"status":404,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  getInvitation: {"id":"getInvitation","method":"get","path":"/invitations/{token}","feature":"pages","scopes":[],"body":null,"parameters":[{"name":"token","in":"path","array":false}],"responses":[{"status":200,"mediaTypes":["text/html"]},{"status":400,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
  sendInvitation: {"id":"sendInvitation","method":"post","path":"/invitations/{token}","feature":"pages","scopes":[],"body":{"required":true,"mediaTypes":["application/x-www-form-urlencoded"],"maxBytes":65536,"upload":true},"parameters":[{"name":"token","in":"path","array":false}],"responses":[{"status":303,"mediaTypes":[]},{"status":400,"mediaTypes":["text/html"]},{"status":403,"mediaTypes":["text/html"]},{"status":413,"mediaTypes":["text/html"]},{"status":429,"mediaTypes":["text/html"]},{"status":500,"mediaTypes":["text/html"]},{"status":503,"mediaTypes":["text/html"]}],"containsSecret":false,"idempotencyKey":false,"etag":false},
}
