/** Credentials of the configuration, with what each may do. */
export interface Credential {
  kind: 'header' | 'query' | 'cookie'
  name: string
  value: string
  /** How it is written into a curl line: `$OWNER_KEY` for `env:OWNER_KEY`. */
  variable?: string
  /** Whether the variable contains `user:password`, of which the credential is the Basic form (RFC 7617). */
  isBasic?: true
}

/** How a client gets its token. */
export interface ClientGrant {
  tokenUrl: string
  clientId: string
  clientSecret: string
  scopes: string[]
  /** The client's id and secret as a shell writes them, for curl lines. */
  shell: { id: string; secret: string }
  /** The shell variable of the token in curl lines. */
  variable: string
}

export interface Identity {
  name: string
  /** All of them are in each request; empty for a caller without credentials. */
  credentials: readonly Credential[]
  /** Left out: everything. */
  scopes?: string[]
  /** It may only read: the server must reject each of its writes. */
  may?: 'read'
  /** Left out: the first identity's. */
  organization?: string
  /** Named where its limits are low enough to be used up. */
  plan?: string
  /** The grant that provides its access token, a further credential. */
  client?: ClientGrant
}
