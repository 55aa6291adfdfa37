/** The SQL verbs over signing keys. */

import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import type { PublicKey } from '../../../../../generated/openapi.oauth.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Keyring } from '../../../secrets/keyring.ts'
import type { Database, ReadTransaction, WriteTransaction } from '../../../storage/database.ts'
import { ACCESS_TOKEN_SECONDS, KEY_SET_SECONDS } from '../lifetimes.ts'

interface KeyRow {
  kid: string
  /** JSON of PublicKey. */
  public_jwk: string
  /** PKCS #8, sealed. */
  private_key: Buffer
  created_at: number
  signs_from: number
  retires_at: number | null
}

const list = (tx: ReadTransaction): Promise<KeyRow[]> =>
  tx.all('SELECT * FROM signing_keys ORDER BY signs_from DESC, kid')

async function insert(tx: WriteTransaction, row: KeyRow): Promise<void> {
  await tx.run(
    'INSERT INTO signing_keys VALUES (?, ?, ?, ?, ?, ?)',
    row.kid,
    row.public_jwk,
    row.private_key,
    row.created_at,
    row.signs_from,
    row.retires_at,
  )
}

/** Lets the other keys end at `retiresAt`, if nothing ends them before. */
async function retireOthers(tx: WriteTransaction, kid: string, retiresAt: number): Promise<void> {
  await tx.run(
    'UPDATE signing_keys SET retires_at = ? WHERE kid <> ? AND (retires_at IS NULL OR retires_at > ?)',
    retiresAt,
    kid,
    retiresAt,
  )
}

async function forgetRetired(tx: WriteTransaction, now: number): Promise<void> {
  await tx.run('DELETE FROM signing_keys WHERE retires_at <= ?', now)
}

const publicKeyOf = (row: KeyRow): PublicKey => JSON.parse(row.public_jwk) as PublicKey

// The keys that sign access tokens: RSA of 2048 bits, sealed in the database. A new key is published before it
// signs, and an old one stays published until its last token expires. So no verifier ever meets a key that
// it cannot find (docs/internals/decisions.md, 7).

type CryptoKey = webcrypto.CryptoKey

/** Twice the lifetime of the cached set: a verifier that read it just before the rotation reads it again in time. */
const PUBLISHED_AHEAD = 2 * KEY_SET_SECONDS * 1000
/** The last token of a key, and some time for clocks that differ. */
const PUBLISHED_AFTER = ACCESS_TOKEN_SECONDS * 1000 + 300_000
/** Retired keys are few; this many rotations within a token's life are an incident. */
const CONTEXT = (kid: string) => `signing_keys ${kid}`

export interface SigningKeys {
  /** The signing key; created when there is none. */
  signer(): Promise<{ kid: string; key: CryptoKey }>
  /** The public key of this name, unless it is unknown or retired. */
  verifier(kid: string): Promise<CryptoKey | undefined>
  /** The published keys of the set, the newest first. */
  published(): Promise<PublicKey[]>
  /**
   * Makes the next key. It signs when every verifier has had time to read it.
   * @param immediately for a leaked key: the new one signs immediately, and every token of the old ones ends
   * @param within written in the transaction of the new key
   */
  rotate(
    immediately?: boolean,
    within?: (tx: WriteTransaction) => Promise<void>,
  ): Promise<{ kid: string; signsFrom: number }>
}

interface Loaded {
  row: KeyRow
  privateKey: CryptoKey
  publicKey: CryptoKey
}

/**
 * Where one process has the database, what it has loaded is all there is. Next to others the rows are read at each use, so
 * that a key that leaked dies everywhere immediately; each is opened once.
 */
export function createSigningKeys(services: {
  database: Database
  keyring: Keyring
  clock: Clock
}): SigningKeys {
  const { database, keyring, clock } = services
  let loading: Promise<Loaded[]> | undefined
  /** By kid, for those who read the rows again. */
  let opened = new Map<string, Promise<Loaded>>()

  const load = async (): Promise<Loaded[]> => {
    let rows = await database.read(list)
    if (rows.length === 0) {
      await add(clock.now(), { onlyAsFirst: true })
      rows = await database.read(list)
    }
    const before = opened
    opened = new Map(rows.map((row) => [row.kid, before.get(row.kid) ?? open(row)]))
    // A key stays what it is, its times do not.
    return Promise.all(
      rows.map(async (row) => ({ ...((await opened.get(row.kid)) ?? (await open(row))), row })),
    )
  }
  /** Those in force; a failed load is tried again by the next caller. */
  const current = async (): Promise<Loaded[]> => {
    if (loading === undefined || database.others) loading = load()
    try {
      const now = clock.now()
      return (await loading).filter(({ row }) => row.retires_at === null || row.retires_at > now)
    } catch (error) {
      loading = undefined
      opened.clear()
      throw error
    }
  }
  const open = async (row: KeyRow): Promise<Loaded> => ({
    row,
    privateKey: await importPrivate(
      createPrivateKey({
        key: keyring.open(row.private_key, CONTEXT(row.kid)),
        format: 'der',
        type: 'pkcs8',
      }),
    ),
    publicKey: (await importJWK({ ...publicKeyOf(row) }, 'RS256')) as CryptoKey,
  })

  async function add(
    signsFrom: number,
    more: {
      retiresOthers?: number
      /** Unless another process was before it. */
      onlyAsFirst?: boolean
      within?: ((tx: WriteTransaction) => Promise<void>) | undefined
    },
  ): Promise<KeyRow> {
    const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
    const { kty, n, e } = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint({ kty, n, e } as { kty: string })
    const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey))
    const row: KeyRow = {
      kid,
      public_jwk: JSON.stringify({ kty, use: 'sig', alg: 'RS256', kid, n, e }),
      private_key: keyring.seal(pkcs8, CONTEXT(kid)),
      created_at: clock.now(),
      signs_from: signsFrom,
      retires_at: null,
    }
    await database.write(async (tx) => {
      if (more.onlyAsFirst && (await list(tx)).length > 0) return
      if (more.retiresOthers !== undefined) await retireOthers(tx, kid, more.retiresOthers)
      await forgetRetired(tx, clock.now())
      await insert(tx, row)
      await more.within?.(tx)
    })
    return row
  }

  return {
    async signer() {
      const now = clock.now()
      const keys = await current()
      const due = keys.find(({ row }) => row.signs_from <= now) ?? keys.at(-1)
      if (!due) throw new Error('There is no signing key.')
      return { kid: due.row.kid, key: due.privateKey }
    },
    async verifier(kid) {
      return (await current()).find(({ row }) => row.kid === kid)?.publicKey
    },
    async published() {
      return (await current()).map(({ row }) => publicKeyOf(row))
    },
    async rotate(immediately = false, within) {
      await current()
      const now = clock.now()
      const signsFrom = immediately ? now : now + PUBLISHED_AHEAD
      const retiresOthers = immediately ? now : signsFrom + PUBLISHED_AFTER
      const { kid } = await add(signsFrom, { retiresOthers, within })
      loading = undefined
      return { kid, signsFrom }
    },
  }
}

const importPrivate = (key: KeyObject): Promise<CryptoKey> =>
  webcrypto.subtle.importKey(
    'pkcs8',
    key.export({ format: 'der', type: 'pkcs8' }),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
