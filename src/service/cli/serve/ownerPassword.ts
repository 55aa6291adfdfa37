import { existsSync } from 'node:fs'
import { systemRandom } from '../../runtime/random.ts'
import { hashPassword } from '../../secrets/passwordHash.ts'
import { dataDirectoryAt } from '../dataDirectory.ts'
import { createPassword } from '../password.ts'

/** The password of the first owner. */
export interface OwnerPassword {
  password: string
  /** The text to store. */
  hash: Promise<string>
}

/** A new password, whose hash is made on Node's threads: a quarter of a second, while this one loads modules. */
export function createOwnerPassword(): OwnerPassword {
  const password = createPassword(systemRandom())
  const hash = hashPassword(password)
  hash.catch(() => {}) // thrown where it is waited for
  return { password, hash }
}

/** A new password for a data directory without credentials, where a start probably creates the first owner. */
export const ownerPasswordAhead = (dataDirectory: string): OwnerPassword | undefined =>
  existsSync(dataDirectoryAt(dataDirectory).credentials) ? undefined : createOwnerPassword()
