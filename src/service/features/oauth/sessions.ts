/** Sessions of the pages: the browser contains 256 random bits, the database their digest. */
import type { WriteTransaction } from '../../storage/database.ts'
import { SESSION_MS } from './lifetimes.ts'
import { digestOf, newSecret } from './model/client.ts'
import type { OAuthContext } from './oauthContext.ts'

export interface Session {
  digest: string
  userId: string
  email: string
  name: string
}

/** Someone who gave the right password. */
export interface Proved {
  userId: string
  /** The hash that the password was checked against. */
  passwordHash: string | null
}

/**
 * Begins a session instead of `before`, the one that this browser had.
 * @returns the browser's cookie; undefined when the password was changed since it was checked
 */
export async function beginSession(
  context: OAuthContext,
  { userId, passwordHash }: Proved,
  before: Session | undefined,
): Promise<string | undefined> {
  const secret = newSecret(context.random)
  const now = context.clock.now()
  const begun = await context.database.write(async (tx) => {
    await tx.run('DELETE FROM sessions WHERE expires_at <= ? OR digest = ?', now, before?.digest ?? '')
    return tx.run(
      'INSERT INTO sessions SELECT ?, id, ?, ? FROM users WHERE id = ? AND password_hash = ?',
      digestOf(secret),
      now,
      now + SESSION_MS,
      userId,
      passwordHash,
    )
  })
  return begun === 1 ? secret : undefined
}

export async function findSession(context: OAuthContext, secret: string): Promise<Session | undefined> {
  const row = await context.database.get<Omit<Session, 'userId'> & { user_id: string }>(
    `SELECT s.digest, s.user_id, u.email, u.name
     FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.digest = ? AND s.expires_at > ?`,
    digestOf(secret),
    context.clock.now(),
  )
  return row && { digest: row.digest, userId: row.user_id, email: row.email, name: row.name }
}

export const endSession = (context: OAuthContext, digest: string): Promise<unknown> =>
  context.database.write((tx) => tx.run('DELETE FROM sessions WHERE digest = ?', digest))

/** Ends every session of a user, for the day the password changes. */
export async function endSessionsOf(tx: WriteTransaction, userId: string): Promise<void> {
  await tx.run('DELETE FROM sessions WHERE user_id = ?', userId)
}
