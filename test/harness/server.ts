/** One real environment of the service in this process: a real TLS listener, a real file, time and chance by hand. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEnvironment } from '../../src/service/app.ts'
import type { EnvironmentOptions } from '../../src/service/environment.ts'
import { createApiKey } from '../../src/service/features/organization/model/apiKey.ts'
import { allScopes, type Scope } from '../../src/service/features/organization/model/member.ts'
import { createOrganization } from '../../src/service/features/organization/model/organization.ts'
import { openKeyring } from '../../src/service/secrets/openKeyring.ts'
import { silentLog } from '../../src/service/server/log.ts'
import type { PlanName } from '../../src/service/server/steps/rateLimit/plans.ts'
import { defaultPlans, type PlanLimits } from '../../src/service/server/steps/rateLimit/plans.ts'
import { parseAddressList } from '../../src/service/transport/addresses.ts'
import { listen } from '../../src/service/transport/listener.ts'
import { createAuthority, createLeaf, type Pair } from '../../src/toolkit/network/authority.ts'
import { LOOPBACK_NAMES } from '../../src/toolkit/network/nameConstraints.ts'
import { createClient, type TypedClient } from './client.ts'
import { ManualClock } from './clock.ts'
import { type Faults, withFaults } from './faults.ts'
import { seededRandom } from './random.ts'
import { openServiceDatabase } from './serviceDatabase.ts'
import { createWire, oauthContract, type Wire } from './wire.ts'

export interface TestOrganization {
  id: string
  workspaceId: string
  ownerId: string
  /** An API key of every scope. */
  key: string
}

export interface TestServer extends AsyncDisposable {
  /** `https://localhost:<port>` */
  origin: string
  /** PEM of the CA that issued the server's certificate. */
  ca: string
  clock: ManualClock
  /** Checked requests with any key. */
  wire: Wire
  /** Requests to the authorization server, checked against its own document; a body of text is a form. */
  oauthWire: Wire
  /** Two organizations that must not see each other, on a plan without practical limits. */
  a: TestOrganization
  b: TestOrganization
  /** A typed client with organization A's key, or with the given one. */
  client(key?: string): TypedClient
  /** Makes a further organization. */
  organization(plan: PlanName): Promise<TestOrganization>
  /** Makes a key of only these scopes, acting as the organization's owner. */
  keyWith(organization: TestOrganization, scopes: readonly Scope[]): Promise<string>
  faults: Faults
  services: Awaited<ReturnType<typeof createEnvironment>>['services']
  close(): Promise<void>
}

export interface TestServerOptions
  extends Partial<
    Pick<
      EnvironmentOptions,
      | 'name'
      | 'validator'
      | 'webhookCa'
      | 'log'
      | 'apiVersions'
      | 'models'
      | 'operations'
      | 'handlers'
      | 'documentedResponse'
    >
  > {
  /** Limits of single plans; without, every plan but free is out of reach of a test. */
  plans?: Partial<PlanLimits>
  /** The data directory; a new one, deleted at the end, when left out. */
  directory?: string
  /** Networks whose word for the client's address counts. */
  trustProxy?: readonly string[]
  /** Of the randomness: a second start in the same directory must not make the same ids again. */
  seed?: string
}

const AMPLE = { perMinute: 1_000_000, perDay: 100_000_000, burst: 1_000_000 }
const AMPLE_PLANS: PlanLimits = {
  ...defaultPlans,
  pro: AMPLE,
  business: AMPLE,
  enterprise: AMPLE,
  unauthenticated: AMPLE,
}

let pairs: Promise<{ authority: Pair; leaf: Pair }> | undefined
const certificates = () => {
  pairs ??= (async () => {
    const now = Date.now() // OpenSSL reads the machine's clock, whatever clock the service is given
    const authority = await createAuthority(LOOPBACK_NAMES, now)
    return { authority, leaf: await createLeaf(authority, ['localhost', '127.0.0.1'], now) }
  })()
  return pairs
}

/**
 * Starts the environment on a free port of the loopback address, with organizations A and B.
 * @example
 * await using server = await startServer()
 * const { data } = await server.client().GET('/prompts')
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'prompt-service-'))
  const clock = new ManualClock()
  const { authority, leaf } = await certificates()
  const file = join(directory, 'test.db')
  const opened = await openServiceDatabase(file, clock)
  const { database, faults } = withFaults(opened.database)
  const environment = await createEnvironment({
    name: options.name ?? 'development',
    database,
    keyring: openKeyring({ key: randomBytes(32) }),
    clock,
    random: seededRandom(options.seed),
    log: options.log ?? silentLog,
    validator: options.validator ?? 'compiled',
    planLimits: { ...AMPLE_PLANS, ...options.plans },
    webhookAllow: ['127.0.0.0/8'],
    ...(options.models && { models: options.models }),
    ...(options.webhookCa !== undefined && { webhookCa: options.webhookCa }),
    ...(options.apiVersions && { apiVersions: options.apiVersions }),
    ...(options.operations && { operations: options.operations }),
    ...(options.handlers && { handlers: options.handlers }),
    ...(options.documentedResponse && { documentedResponse: options.documentedResponse }),
    trusted: parseAddressList('--trust-proxy', options.trustProxy ?? []),
    addresses: () => ({ apiRoot: origin, appUrl: origin }),
  })
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    portFlag: '--port',
    certificates: { current: () => leaf, onRenewal() {}, stop() {} },
    handler: (request, response) => environment.handler(request, response),
    plainHandler: (request, response) => environment.plainHandler(request, response),
    trusted: parseAddressList('--trust-proxy', options.trustProxy ?? []),
    clock,
    sharedHeaders: (address) => environment.sharedHeaders(address),
  })
  environment.start()

  const { services } = environment
  const origin = `https://localhost:${listener.port}`
  const wire = createWire(origin, authority.cert)
  const oauthWire = createWire(origin, authority.cert, oauthContract)
  const keyOf = (organizationId: string, userId: string, scopes: readonly Scope[]) =>
    database.write(async (tx) => {
      const wanted = { organizationId, userId, name: 'Test key', scopes, expiresAt: null }
      return (await createApiKey(tx, { ...services, now: clock.now() }, wanted)).key
    })
  let made = 0
  const organization = async (plan: PlanName): Promise<TestOrganization> => {
    const name = `Organization ${++made}`
    const owner = { name: `Owner ${made}`, email: `owner${made}@example.com`, passwordHash: null }
    const { organizationId, workspaceId, ownerId } = await database.write((tx) =>
      createOrganization(tx, { ...services, now: clock.now() }, { name, plan, owner }),
    )
    return { id: organizationId, workspaceId, ownerId, key: await keyOf(organizationId, ownerId, allScopes) }
  }
  const a = await organization('enterprise')
  const b = await organization('enterprise')
  const close = async () => {
    await wire.close()
    await oauthWire.close()
    await listener.close(1000)
    await environment.stop()
    await database.close()
    if (options.directory !== undefined) return
    await opened.remove()
    rmSync(directory, { recursive: true, force: true })
  }
  return {
    origin,
    ca: authority.cert,
    clock,
    wire,
    oauthWire,
    a,
    b,
    organization,
    client: (key = a.key) => createClient(wire, key),
    keyWith: (owner, scopes) => keyOf(owner.id, owner.ownerId, scopes),
    faults,
    services,
    close,
    [Symbol.asyncDispose]: close,
  }
}
