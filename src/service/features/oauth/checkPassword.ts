import type { WriteTransaction } from '../../storage/database.ts'
import { findPerson, verifyPassword } from '../organization/queries.ts'
import { digestOf } from './model/client.ts'
import type { OAuthContext } from './oauthContext.ts'
import type { Proved } from './sessions.ts'

const WINDOW_MS = 15 * 60_000
/** In one window: people mistype, guessers do not stop. An address may be that of an office. */
const MOST = { account: 10, address: 60 }

export type PasswordOutcome =
  | ({ kind: 'right' } & Proved)
  | { kind: 'wrong' }
  | { kind: 'later'; seconds: number }

/**
 * Judges an e-mail address and a password. The attempt is counted before the password is looked at, so that
 * parallel guesses count too; an unknown address takes as long as a wrong password.
 * @param given.address what counts as one client address
 */
export async function checkPassword(
  context: OAuthContext,
  given: { email: string; password: string; address: string },
): Promise<PasswordOutcome> {
  const account = `account ${digestOf(given.email.trim().toLowerCase())}`
  const wait = await context.database.write(async (tx) => {
    const now = context.clock.now()
    await tx.run('DELETE FROM sign_in_attempts WHERE window_ends_at <= ?', now)
    const byAddress = await count(tx, `address ${given.address}`, MOST.address, now)
    return byAddress > 0 ? byAddress : await count(tx, account, MOST.account, now)
  })
  if (wait > 0) return { kind: 'later', seconds: Math.ceil(wait / 1000) }
  const person = await context.database.read((tx) => findPerson(tx, given.email.trim()))
  const right = await verifyPassword(given.password, person?.password_hash)
  if (!person || !right) return { kind: 'wrong' }
  await context.database.write((tx) => tx.run('DELETE FROM sign_in_attempts WHERE subject = ?', account))
  return { kind: 'right', userId: person.id, passwordHash: person.password_hash }
}

/** Counts one attempt; answers 0, or the milliseconds to wait when there were enough. */
async function count(tx: WriteTransaction, subject: string, most: number, now: number): Promise<number> {
  const row = await tx.get<{ attempts: number; window_ends_at: number }>(
    'SELECT attempts, window_ends_at FROM sign_in_attempts WHERE subject = ?',
    subject,
  )
  if (!row) await tx.run('INSERT INTO sign_in_attempts VALUES (?, 1, ?)', subject, now + WINDOW_MS)
  else if (row.attempts >= most) return row.window_ends_at - now
  else await tx.run('UPDATE sign_in_attempts SET attempts = attempts + 1 WHERE subject = ?', subject)
  return 0
}
