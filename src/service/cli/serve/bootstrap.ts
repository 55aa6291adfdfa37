/** The first start: an organization with an owner and one API key for each environment. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../environment.ts'
import { createApiKey } from '../../features/organization/model/apiKey.ts'
import { allScopes } from '../../features/organization/model/member.ts'
import { createOrganization, listOrganizations } from '../../features/organization/model/organization.ts'
import { hashPassword } from '../../secrets/passwordHash.ts'
import type { EnvironmentName } from '../../server/handler.ts'
import type { Database, WriteTransaction } from '../../storage/database.ts'
import { createOwnerPassword, type OwnerPassword } from './ownerPassword.ts'

/** RFC 6761, section 6.3: a name below `localhost` is no one else's. With a dot, as the format `email` requires. */
const OWNER = 'owner@prompt-service.localhost'

/** The contents of `credentials.json` for people and their scripts; mode 0600. */
export interface Credentials {
  owner: { email: string; password: string }
  /** The CA to trust; null with a certificate of the administrator's. */
  caFile: string | null
  production?: EnvironmentCredentials
  development?: EnvironmentCredentials
}

interface EnvironmentCredentials {
  baseUrl: string
  /** Where people sign in. */
  settingsUrl: string
  organizationId: string
  apiKey: string
}

interface BootstrapOptions {
  /** Path of `credentials.json`. */
  file: string
  caFile: string | null
  baseUrl(name: EnvironmentName): string
  settingsUrl(name: EnvironmentName): string
}

/**
 * Makes in each environment that has no organization yet one with an owner and a key of all scopes. The
 * credentials are in their file before the database has them: a crash in between leaves a database that the
 * next start bootstraps again.
 * @param ahead the password of the owner; undefined where credentials exist already
 * @param certificate nothing is made before this is there: a start that fails without it leaves no credentials
 * @returns the credentials when any were made
 */
export async function bootstrap(
  environments: readonly Environment[],
  place: BootstrapOptions,
  certificate: Promise<unknown>,
  ahead: OwnerPassword | undefined,
): Promise<Credentials | undefined> {
  const empty: Environment[] = []
  for (const environment of environments) {
    const found = await environment.services.database.read((tx) => listOrganizations(tx))
    if (found.length === 0) empty.push(environment)
  }
  if (empty.length === 0) {
    const served = environments.map(({ services }) => services.environment)
    preserveAddresses(place, served)
    return undefined
  }
  const known = readCredentials(place.file)
  const { password, hash } = known.owner ? hashed(known.owner.password) : (ahead ?? createOwnerPassword())
  const credentials: Credentials = { owner: { email: OWNER, password }, ...known, caFile: place.caFile }
  const [passwordHash] = await Promise.all([hash, certificate])
  let made = false
  for (const { services } of empty) {
    const { environment: name, clock, database } = services
    const within = { ...services, now: clock.now() }
    await inTurn(database, async () => {
      made = (await database.write(make)) || made
    })

    async function make(tx: WriteTransaction): Promise<boolean> {
      if ((await listOrganizations(tx)).length > 0) return false // another process was before this one
      const owner = { name: 'Owner', email: credentials.owner.email, passwordHash }
      // The administrator's own organization: limits are for others, so the widest plan.
      const { organizationId, ownerId: userId } = await createOrganization(tx, within, {
        name: 'My organization',
        plan: 'enterprise',
        owner,
      })
      const wanted = { organizationId, userId, name: 'First key', scopes: allScopes, expiresAt: null }
      const { key } = await createApiKey(tx, within, wanted)
      const [baseUrl, settingsUrl] = [place.baseUrl(name), place.settingsUrl(name)]
      credentials[name] = { baseUrl, settingsUrl, organizationId, apiKey: key }
      save(place.file, credentials)
      return true
    }
  }
  return made ? credentials : undefined
}

const hashed = (password: string): OwnerPassword => ({ password, hash: hashPassword(password) })

/** Milliseconds between two looks at the turn of another process. */
const INTERVAL = 100

/** One process after the other, where there are several. */
async function inTurn({ others }: Database, work: () => Promise<void>): Promise<void> {
  if (!others) return work()
  while (!(await others.exclusively('bootstrap', work))) await pause(INTERVAL)
}

/** A later start may serve elsewhere; scripts that read the file find the service there. */
function preserveAddresses(
  { file, caFile, baseUrl, settingsUrl }: BootstrapOptions,
  served: readonly EnvironmentName[],
): void {
  const credentials = readCredentials(file) as Credentials
  const before = JSON.stringify(credentials)
  for (const name of served) {
    const known = credentials[name]
    if (known) Object.assign(known, { baseUrl: baseUrl(name), settingsUrl: settingsUrl(name) })
  }
  if (credentials.owner) {
    credentials.caFile = caFile
    // The migration `owner-address` moved it in the database.
    if (credentials.owner.email === 'owner@localhost') credentials.owner.email = OWNER
  }
  if (JSON.stringify(credentials) !== before) save(file, credentials)
}

/**
 * The credentials of an earlier start, so that the other environment's part stays.
 * @throws for a file without valid JSON: written over, its keys would be gone
 */
function readCredentials(file: string): Partial<Credentials> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>
  } catch (error) {
    throw new Error(
      `${file} cannot be read (${(error as Error).message}); expected JSON as a start wrote it. Repair the file, or move it away. Its keys are not created again.`,
      { cause: error },
    )
  }
}

function save(file: string, credentials: Credentials): void {
  const partial = `${file}.partial`
  writeFileSync(partial, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(partial, file)
}
