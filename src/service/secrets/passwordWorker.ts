/** Computes scrypt on the thread that it is called on; `passwordQueue.ts` calls it on threads of its own. */
import { scryptSync } from 'node:crypto'
import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import type { Derivation } from './passwordHash.ts'

/** A third of what a thread gets by default, where they compete. */
const NICENESS = 5

// On Linux a priority belongs to a thread: requests and signatures go first, passwords use the rest.
if (!isMainThread && process.platform === 'linux') setPriority(0, NICENESS)

const derive = ({ text, salt, bytes, options }: Derivation): Uint8Array =>
  new Uint8Array(scryptSync(text, salt, bytes, options))

export default derive
