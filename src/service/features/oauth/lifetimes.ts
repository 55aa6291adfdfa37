/** Lifetimes (docs/internals/decisions.md, "OAuth 2.0"). */
export const ACCESS_TOKEN_SECONDS = 900
/** How long anyone may retain the key set. */
export const KEY_SET_SECONDS = 300
export const CODE_MS = 60_000
/** From its last use. */
export const REFRESH_TOKEN_MS = 30 * 86_400_000
/** In which a refresh token that was just exchanged may be sent again, for a response that was lost. */
export const REPEAT_MS = 30_000
export const SESSION_MS = 12 * 3_600_000
/** How long a consent page may stay open. */
export const CONSENT_MS = 15 * 60_000
