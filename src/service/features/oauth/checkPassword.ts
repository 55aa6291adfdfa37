import { ApiError } from '../../errors.ts'
import { findPerson } from '../organization/queries.ts'
import { digestOf } from './model/client.ts'
import type { OAuthContext } from './oauthContext.ts'
import type { Proved } from './sessions.ts'
import { countAttempt, forgive } from './signInDelays.ts'

type PasswordOutcome =
  | ({ kind: 'right' } & Proved)
  | { kind: 'wrong' }
  /** Too many attempts. */
  | { kind: 'later'; seconds: number }
  /** The queue of passwords is full. */
  | { kind: 'busy'; message: string }

/**
 * Verifies an e-mail address and a password. An unknown address needs as long as a wrong password. A place among
 * the passwords to look at comes first: anyone who finds none has cost nothing and is not counted.
 * @param given.address what counts as one client address
 * @param given.network what counts as one network
 */
export async function checkPassword(
  context: OAuthContext,
  given: { email: string; password: string; address: string; network: string },
): Promise<PasswordOutcome> {
  const { clock, database, passwords } = context
  const { address, network } = given
  const attempt = { account: digestOf(given.email.trim().toLowerCase()), address, network }
  let turn: ReturnType<typeof passwords.enter>
  try {
    turn = passwords.enter(network)
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'busy', message: error.message }
    throw error
  }
  try {
    const wait = await database.write((tx) => countAttempt(tx, attempt, clock.now()))
    if (wait > 0) return { kind: 'later', seconds: Math.ceil(wait / 1000) }
    const person = await database.read((tx) => findPerson(tx, given.email.trim()))
    const right = await turn.verify(given.password, person?.password_hash)
    if (!person || !right) return { kind: 'wrong' }
    await database.write((tx) => forgive(tx, attempt, clock.now()))
    return { kind: 'right', userId: person.id, passwordHash: person.password_hash }
  } finally {
    turn.leave()
  }
}
