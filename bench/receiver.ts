/** A receiver of webhooks in a process of its own, with a certificate that the server under measurement trusts. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAuthority, createLeaf } from '../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../src/toolkit/network/nameConstraints.ts'
import { spawnNode, temporaryFolder } from './leftovers.ts'
import type { Tally } from './peers/receiver.ts'

export interface Receiver {
  process: ChildProcess
  url: string
  folder: string
  ca: string
  /** The tally, once `count` deliveries came in. */
  tally(count: number): Promise<Tally>
}

export async function startReceiver(): Promise<Receiver> {
  const folder = temporaryFolder()
  const authority = await createAuthority(LOOPBACK_NAMES, Date.now())
  const leaf = await createLeaf(authority, ['localhost', '127.0.0.1'], Date.now())
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, authority.cert)
  writeFileSync(join(folder, 'receiver.pem'), leaf.cert)
  writeFileSync(join(folder, 'receiver-key.pem'), leaf.key)
  const child = spawnNode(['--import', 'tsx', 'bench/peers/receiver.ts', folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    process: child,
    url: `https://127.0.0.1:${port}`,
    folder,
    ca,
    async tally(count) {
      child.send({ expect: count })
      return ((await once(child, 'message')) as [Tally])[0]
    },
  }
}

/** Flags of a server that may deliver there. */
export const receiving = ({ ca }: Receiver): string[] => [
  ...['--webhook-allow', 'production=127.0.0.0/8'],
  ...['--webhook-ca', `production=${ca}`],
]
