/**
 * Secrets at rest: AES-256-GCM under keys derived (HKDF-SHA256) from the environment's master key, which
 * is in a file of mode 0600 or in an environment variable, never in the database.
 */
export interface Keyring {
  /** Encrypts `plain`; `context` (a table and id) must be given again to open it. */
  seal(plain: Buffer | string, context: string): Buffer
  /** Opens what `seal` made; throws when it was altered, or made under another key or context. */
  open(sealed: Buffer, context: string): Buffer
  /** A 256-bit key for another purpose, derived from the master key. */
  derive(purpose: string): Buffer
}
