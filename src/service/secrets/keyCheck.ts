import type { Database } from '../storage/database.ts'
import type { Keyring } from './keyring.ts'
import { KeyringRejected } from './masterKey.ts'

const CONTEXT = 'key_checks master'

/**
 * Makes sure that `keyring` has the key that the secrets in `database` were sealed under. Call it at every start:
 * a lost key file is made anew without a word, and each secret would fail on its own, much later.
 * @throws KeyringRejected when it is another key.
 */
export async function checkKey(database: Database, keyring: Keyring): Promise<void> {
  const sealed = await database.write(async (tx) => {
    const known = await tx.get<{ sealed: Buffer }>("SELECT sealed FROM key_checks WHERE name = 'master'")
    if (known) return known.sealed
    await tx.run("INSERT INTO key_checks (name, sealed) VALUES ('master', ?)", keyring.seal('known', CONTEXT))
    return undefined
  })
  if (sealed === undefined) return
  try {
    keyring.open(sealed, CONTEXT)
  } catch (cause) {
    throw new KeyringRejected(
      'The master key is not the one that this database was created with: its secrets cannot be decrypted. Restore the key file of this database, or use the database that belongs to this key.',
      cause,
    )
  }
}
