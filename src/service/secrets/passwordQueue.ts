/**
 * Passwords are hashed on a few threads of their own: on Node's shared pool, sixty of them would delay every
 * signature and every compressed body for half a minute. The queue is bounded too, in all and by network.
 */
import { availableParallelism } from 'node:os'
import { ApiError } from '../errors.ts'
import { createWorkerThreads } from '../runtime/workerThreads.ts'
import { type Derive, hashPassword, verifyPassword } from './passwordHash.ts'

/** A place in the queue, for one password. */
interface PasswordTurn {
  /** Whether `password` matches the hash `stored`; false without `stored`, after the same work. */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
  /** The text to store. */
  hash(password: string): Promise<string>
  /** Gives the place back unused; of no effect afterwards. */
  leave(): void
}

export interface Passwords {
  /**
   * Reserves a place before any other work for a password.
   * @param network of the request, so that one network cannot fill the queue
   * @throws ApiError UNAVAILABLE when too many wait
   */
  enter(network: string): PasswordTurn
  /** The text to store, of the administrator's own: never rejected. */
  hash(password: string): Promise<string>
  /** Ends the threads; work under way fails. */
  stop(): Promise<void>
}

interface PasswordsOptions {
  /** How many are hashed at a time; half of the processors, at most 4. */
  threads?: number
  /** How many may wait for each thread, the one under way included: about two seconds' worth on an idle machine. */
  waiting?: number
}

export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const { threads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))), waiting = 12 } = options
  const most = threads * waiting
  /** One network that does its worst leaves two thirds of the queue to others. */
  const mostOfNetwork = Math.max(1, Math.floor(most / 3))
  const workers = Array.from({ length: threads }, () => ({ threads: createWorkerThreads(), load: 0 }))
  const byNetwork = new Map<string, number>()
  let running = 0

  const derive: Derive = async (derivation) => {
    const worker = workers.reduce((least, one) => (one.load < least.load ? one : least))
    worker.load++
    try {
      return await worker.threads.run<Uint8Array>(new URL('./passwordWorker.ts', import.meta.url), derivation)
    } finally {
      worker.load--
    }
  }

  return {
    enter(network) {
      const ofNetwork = byNetwork.get(network) ?? 0
      if (running >= most || ofNetwork >= mostOfNetwork) {
        throw new ApiError(
          'UNAVAILABLE',
          'Too many people sign in at this moment. Try again in a few seconds.',
        )
      }
      running++
      byNetwork.set(network, ofNetwork + 1)
      let left = false
      const leave = () => {
        if (left) return
        left = true
        running--
        const others = (byNetwork.get(network) ?? 1) - 1
        if (others === 0) byNetwork.delete(network)
        else byNetwork.set(network, others)
      }
      return {
        verify: (password, stored) => verifyPassword(password, stored, derive).finally(leave),
        hash: (password) => hashPassword(password, derive).finally(leave),
        leave,
      }
    },
    hash: (password) => hashPassword(password, derive),
    async stop() {
      for (const worker of workers) await worker.threads.stop()
    },
  }
}
