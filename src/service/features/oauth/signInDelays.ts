/**
 * How guessing passwords is slowed. An attempt is counted before the password is checked, so that parallel guesses
 * count too. A successful attempt is not counted. After some attempts each further one has to wait, longer each time.
 * The first to wait is the guesser (the address, then its network), then everyone who requests the account from a network
 * that never knew its password. That last wait is counted from one's own first knock. However much others guess, no one
 * waits longer than `ACCOUNT.longest`. docs/internals/decisions.md, "slow guessing".
 */
import type { WriteTransaction } from '../../storage/database.ts'

/** Attempts that are free, and the wait after one more, which doubles with each; milliseconds. */
interface Slowness {
  free: number
  first: number
  longest: number
}

const MINUTE = 60_000
const ADDRESS: Slowness = { free: 10, first: 1000, longest: 15 * MINUTE }
const NETWORK: Slowness = { free: 60, first: 1000, longest: MINUTE }
const ACCOUNT: Slowness = { free: 50, first: 1000, longest: MINUTE / 2 }

/** Attempts are forgotten this long after the last one, and its wait. */
const MEMORY = 15 * MINUTE
/** How long a network counts as one that knew the password. */
const KNOWN = 90 * 86_400_000

interface Attempt {
  /** The key of one account: the digest of an e-mail address, whether it exists or not. */
  account: string
  address: string
  network: string
}

interface Row {
  attempts: number
  not_before: number
}

const subjectsOf = ({ account, address, network }: Attempt) => ({
  address: `address ${address}`,
  network: `network ${network}`,
  account: `account ${account}`,
  knock: `knock ${account} ${network}`,
  known: `known ${account} ${network}`,
})

/** Counts one attempt; returns 0, or the milliseconds to wait, and then counts nothing. */
export async function countAttempt(tx: WriteTransaction, attempt: Attempt, now: number): Promise<number> {
  await tx.run('DELETE FROM sign_in_attempts WHERE window_ends_at <= ?', now)
  const subjects = subjectsOf(attempt)
  const [address, network, account] = [
    await find(tx, subjects.address),
    await find(tx, subjects.network),
    await find(tx, subjects.account),
  ]
  const own = Math.max(address.not_before, network.not_before) - now
  if (own > 0) return own
  const isKnown = (await find(tx, subjects.known)).attempts > 0
  const wait = isKnown ? 0 : await knock(tx, subjects.knock, delay(ACCOUNT, account.attempts), now)
  if (wait > 0) return wait
  await count(tx, subjects.address, address, ADDRESS, now)
  await count(tx, subjects.network, network, NETWORK, now)
  await count(tx, subjects.account, account, ACCOUNT, now)
  return 0
}

/** Removes the count of a successful attempt; its network is known from now on. */
export async function forgive(tx: WriteTransaction, attempt: Attempt, now: number): Promise<void> {
  const { address, network, account, knock, known } = subjectsOf(attempt)
  await tx.run('DELETE FROM sign_in_attempts WHERE subject IN (?, ?, ?)', account, knock, known)
  await uncount(tx, [address, network])
  await tx.run(
    'INSERT INTO sign_in_attempts (subject, attempts, window_ends_at, not_before) VALUES (?, 1, ?, 0)',
    known,
    now + KNOWN,
  )
}

async function uncount(tx: WriteTransaction, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    await tx.run(
      'UPDATE sign_in_attempts SET attempts = attempts - 1, not_before = 0 WHERE subject = ? AND attempts > 0',
      subject,
    )
  }
}

const delay = ({ free, first, longest }: Slowness, attempts: number): number =>
  attempts < free ? 0 : Math.min(longest, first * 2 ** Math.min(attempts - free, 20))

async function find(tx: WriteTransaction, subject: string): Promise<Row> {
  const sql = 'SELECT attempts, not_before FROM sign_in_attempts WHERE subject = ?'
  return (await tx.get<Row>(sql, subject)) ?? { attempts: 0, not_before: 0 }
}

async function count(tx: WriteTransaction, subject: string, row: Row, slowness: Slowness, now: number) {
  const attempts = row.attempts + 1
  await save(tx, subject, attempts, now + delay(slowness, attempts), now)
}

/** The wait of a network that requests a slowed account, from its own first knock on. */
async function knock(tx: WriteTransaction, subject: string, wait: number, now: number): Promise<number> {
  if (wait === 0) return 0
  const before = await find(tx, subject)
  const isOpen = before.not_before > 0 && before.not_before <= now
  if (before.not_before === 0 || isOpen) await save(tx, subject, 0, now + wait, now)
  return isOpen ? 0 : before.not_before === 0 ? wait : before.not_before - now
}

async function save(tx: WriteTransaction, subject: string, attempts: number, notBefore: number, now: number) {
  await tx.run(
    `INSERT INTO sign_in_attempts (subject, attempts, window_ends_at, not_before) VALUES (?, ?, ?, ?)
     ON CONFLICT (subject) DO UPDATE SET attempts = excluded.attempts,
       window_ends_at = excluded.window_ends_at, not_before = excluded.not_before`,
    subject,
    attempts,
    Math.max(now, notBefore) + MEMORY,
    notBefore,
  )
}
