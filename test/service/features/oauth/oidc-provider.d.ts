/** As much of oidc-provider as the comparison uses; the package brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Saved {
    save(): Promise<string>
  }
  interface Grant extends Saved {
    addOIDCScope(scope: string): void
  }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    Client: { find(id: string): Promise<object> }
    Grant: new (
      properties: object,
    ) => Grant
    AuthorizationCode: new (
      properties: object,
    ) => Saved
  }
}
