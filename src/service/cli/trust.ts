import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { defineCommand, UsageError } from 'specwright/cli'
import { authorityPath } from 'specwright/network'
import { dataDirectoryAt } from './dataDirectory.ts'
import { type Authority, PROGRAM_SOURCE, type Step, type TrustStore, trustStores } from './trust/stores.ts'

const flags = {
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    default: './data',
    help: 'The data directory of serve, which contains the CA.',
  },
  ca: {
    type: 'string',
    value: 'FILE',
    help: 'Another CA certificate (PEM), such as data/mock/ca.pem of mock --tls.',
  },
  remove: { type: 'boolean', help: 'Removes the CA certificate.' },
  yes: { type: 'boolean', help: 'Runs the commands. Without this, they are printed and nothing is changed.' },
} as const

/** `prompt-service trust`: lets the browsers of this user trust the local CA; prints every command that it runs. */
export const trust = defineCommand({
  name: 'trust',
  description:
    'Lets the browsers of this user trust the certificates of a local CA. The CA can issue\ncertificates only for the names that it was created for. Without --yes it only prints the commands.',
  flags,
  examples: [
    ['trust', 'Print the commands that would be run'],
    ['trust --yes', 'Run them'],
  ],
  async run(given, { env, print }) {
    const file = given.ca === undefined ? ownAuthority(resolve(given['data-dir'])) : resolve(given.ca)
    const { authority, facts } = readAuthority(file)
    const stores = trustStores(authority, {
      platform: process.platform,
      home: env.HOME ?? homedir(),
      exists: existsSync,
      list: (path) => (existsSync(path) ? readdirSync(path) : []),
    })
    print(facts)
    let changed = false
    for (const store of stores) {
      if (given.remove && !succeeds(store.check)) {
        print(`\n${store.readers}: it is not in ${store.place}.`)
        continue
      }
      print(`\n${store.readers} (${store.place}):`)
      for (const step of given.remove ? store.remove : store.add) {
        print(`  ${written(step)}`)
        if (given.yes) run(step)
      }
      if (given.yes) requireOutcome(store, given.remove)
      changed ||= given.yes
    }
    if (!given.yes) print('\nNothing was changed. With --yes these commands are run.')
    else if (changed)
      print(given.remove ? '\nRemoved. Restart a browser that runs.' : '\nDone. Restart a browser that runs.')
    return 0
  },
})

/** @throws UsageError when no CA was made there yet */
function ownAuthority(directory: string): string {
  const file = authorityPath(dataDirectoryAt(directory).tls)
  if (!existsSync(file))
    throw new UsageError(
      `${file} is not there. "prompt-service serve" makes it at its first start; --data-dir and --ca name another.`,
    )
  return file
}

function readAuthority(file: string): { authority: Authority; facts: string } {
  const certificate = parsed(file)
  if (!certificate.ca)
    throw new UsageError(`${file} is the certificate of a server; expected a CA certificate.`)
  const name = /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? 'Local CA'
  const sha1 = certificate.fingerprint.replaceAll(':', '')
  const facts = [
    `${name} (${file})`,
    `valid until ${certificate.validTo}; SHA-256 ${certificate.fingerprint256}`,
  ]
  return { authority: { file, name, sha1 }, facts: facts.join('\n') }
}

function parsed(file: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(file))
  } catch (error) {
    throw new UsageError(`${file} is not a certificate (PEM): ${(error as Error).message}.`)
  }
}

const succeeds = (step: Step): boolean => statusOf(step, 'ignore') === 0

/** The user sees the program's output, and responds to its prompts, such as for a password. */
function run(step: Step): void {
  const status = statusOf(step, 'inherit')
  if (status !== 0) throw new Error(`${step[0]} ended with ${status}; nothing further was changed.`)
}

/** @throws Error where the program is missing, with how to install it */
function statusOf([program, ...args]: Step, stdio: 'ignore' | 'inherit'): number | null {
  const { status, error } = spawnSync(program, args, { stdio })
  if (error === undefined) return status
  const source = PROGRAM_SOURCE[program]
  const hint = source === undefined ? '' : ` Install it: ${source}.`
  throw new Error(`${program} cannot be run (${(error as NodeJS.ErrnoException).code}).${hint}`)
}

function requireOutcome({ check, place }: TrustStore, removed: boolean): void {
  if (succeeds(check) === removed)
    throw new Error(`The CA certificate is ${removed ? 'still' : 'not'} in ${place}.`)
}

/** As one would type it in a shell. */
const written = (step: Step): string =>
  step.map((word) => (/^[\w./:,=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
