/**
 * `npm run bench:event-faults [-- NAME…]`: plants each fault of events and OAuth before our built server, and prints by
 * which of the rules it is caught. Without names it plants all of them, and tests the right server first.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as kit from '../src/toolkit/conformance/conform.ts'
import { readDocument } from '../src/toolkit/openapi/index.ts'
import { deliveryFaults } from '../test/toolkit/conformance/eventFaults/deliveries.ts'
import { plantServer } from '../test/toolkit/conformance/eventFaults/planting.ts'
import { apiFaults, oauthFaults } from '../test/toolkit/conformance/eventFaults/requests.ts'
import { receiverCertificates, startOwnServer } from './conform/ownServer.ts'

const SCALE = 10_000
const root = join(import.meta.dirname, '..')
const directory = mkdtempSync(join(tmpdir(), 'event-faults-'))
const certificates = await receiverCertificates(directory)
const server = await startOwnServer([join(root, 'dist/src/service/cli/main.js')], directory, [
  '--webhook-allow',
  '127.0.0.0/8',
  '--webhook-ca',
  certificates.ca,
  '--retry-time-scale',
  String(SCALE),
])
const read = (name: string) => readFileSync(join(certificates.directory, name), 'utf8')
const tls = { cert: read('leaf.pem'), key: read('leaf-key.pem') }
const origin = new URL(server.target).origin
const document = readDocument(join(root, 'generated/openapi.v1.json'))
const contract = kit.eventContractOf(readDocument(join(root, 'generated/asyncapi.json')))
if (contract === undefined) throw new Error('There are no events.')
const text = readFileSync(join(root, 'scripts/conform/conform.yaml'), 'utf8')
const known = {
  basic: `Basic ${Buffer.from(`${server.keys.CLIENT_ID}:${encodeURIComponent(server.keys.CLIENT_SECRET ?? '')}`).toString('base64')}`,
  owner: server.keys.OWNER_KEY ?? '',
}

type Fault = (typeof deliveryFaults)[number] | (typeof apiFaults)[number]

async function rulesThatCatch(fault: Fault | undefined, only: string | undefined): Promise<Set<string>> {
  const planted = await plantServer(
    {
      server: origin,
      ca: readFileSync(server.ca, 'utf8'),
      tls,
      receiverCa: readFileSync(certificates.ca, 'utf8'),
      known,
    },
    fault,
  )
  const surroundings = { env: { ...server.keys, ISSUER: planted.origin }, readFile: () => '' }
  const config = kit.readConfig(text, surroundings)
  const receiver = await kit.startReceiver({ host: '127.0.0.1', port: 0, tls, now: () => Date.now() })
  const settings = kit.readWebhookSettings(config.webhooks, surroundings)
  if (contract === undefined) throw new Error('There are no events.')
  const session = kit.createEventSession({
    contract,
    settings,
    receiver,
    closed: true,
    retryTimeScale: SCALE,
  })
  const oauth = kit.readOAuthSettings(config.oauth, undefined, surroundings)
  const rules = [
    ...kit.eventRules(session),
    ...(oauth === undefined ? [] : kit.oauthRules(kit.createOAuthAgent(oauth))),
  ]
  const caught = new Set<string>()
  await kit.runConformance({
    document,
    target: `${planted.origin}/v1`,
    identities: config.identities,
    rules: rules.filter(({ id }) => only === undefined || id === only),
    ruleIds: [],
    closed: true,
    hints: config.hints,
    subscribers: [
      (event) => {
        if (event.type !== 'finding' || event.finding.repeated === false) return
        caught.add(event.finding.rule)
        if (fault === undefined)
          console.log(`false alarm: ${event.finding.rule}: ${kit.messageOf(event.finding)}`)
      },
    ],
  })
  await receiver.close()
  await planted.close()
  return caught
}

try {
  const names = process.argv.slice(2)
  const all: Fault[] = [...deliveryFaults, ...apiFaults, ...oauthFaults]
  const wanted = names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
  const unknown = names.filter((name) => !all.some((fault) => fault.name === name))
  if (unknown.length > 0) throw new Error(`received ${unknown.join(', ')}, expected names of faults`)
  if (names.length === 0)
    console.log(`right server: ${(await rulesThatCatch(undefined, undefined)).size} false alarms`)
  const missed: string[] = []
  const queue = [...wanted]
  const work = async () => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const caught = await rulesThatCatch(fault, fault.rule)
      console.log(`| ${fault.name} | ${caught.size > 0 ? [...caught].join(', ') : 'missed'} |`)
      if (caught.size === 0) missed.push(fault.name)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  console.log(
    `${wanted.length - missed.length} of ${wanted.length} caught; missed: ${missed.join(', ') || 'none'}`,
  )
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
