/** Credentials of the configuration, with what each may do. */
export type Credential =
  | { kind: 'header'; name: string; value: string }
  | { kind: 'query'; name: string; value: string }
  | { kind: 'cookie'; name: string; value: string }
  | { kind: 'none' }

/** How a client gets its token. */
export interface ClientGrant {
  tokenUrl: string
  clientId: string
  clientSecret: string
  scopes: string[]
  /** The client's id and secret as a shell writes them, for curl lines. */
  shell: { id: string; secret: string }
}

export interface Identity {
  name: string
  credential: Credential
  /** Left out: everything. */
  scopes?: string[]
  /** It may only read: the server must reject each of its writes. */
  may?: 'read'
  /** Left out: the first identity's. */
  organization?: string
  /** Named where its limits are low enough to be used up. */
  plan?: string
  /** How the credential is written into a curl line: `$OWNER_KEY` for `env:OWNER_KEY`. */
  variable?: string
  /** Whether the variable contains `user:password`, of which the credential is the Basic form (RFC 7617). */
  basic?: true
  /** The grant that provides its credential, when that is not a secret of the configuration. */
  client?: ClientGrant
}
