/** What the features may ask about the address of a webhook. */
export interface WebhookTargets {
  /**
   * Checks a URL as far as it can be known without a lookup: HTTPS, no credentials, no address that is not public.
   * @throws AddressRefused whose message says what was expected and received
   */
  check(url: string): void
}

/** The URL is not one that deliveries may go to. */
export class AddressRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AddressRefused'
  }
}
