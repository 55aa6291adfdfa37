/** Runs a rule of events or of OAuth against a server that behaves as an exchange of its page. */
import { join } from 'node:path'
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import type { RuleId } from '../../../../src/toolkit/conformance/ruleCatalogue.ts'
import { readDocument } from '../../../../src/toolkit/openapi/index.ts'
import { startAuthorizationServer } from '../oauth/authorizationServer.ts'
import { authorizationSettings, notesOfAuthorization } from '../oauth/settings.ts'
import { RETRY_DELAY, startNotes } from './notesServer.ts'
import type { ExamplePage, Step } from './page.ts'
import { PageFault, unseen } from './pageFault.ts'

type Side = 'failing' | 'passing'

interface Play {
  findings: string[]
  outcomes: string[]
  /** Steps of the page that the run did not contain. */
  unseen: string[]
  log: string
}

const faultOf = (page: ExamplePage, side: Side): PageFault | undefined =>
  side === 'failing' ? new PageFault(page) : undefined

/** The retry of the pages comes after a minute. The server divides it. */
const SETTINGS = JSON.stringify({
  openapi: 'notes.yaml',
  webhooks: {
    scheme: 'standard-webhooks',
    retried: [503],
    schedule: ['1m'],
    testMark: '/metadata/triggeredBy=test',
    privateTargets: 'refused',
    arrival: '3s',
  },
})

export async function playEvents(id: RuleId, page: ExamplePage, side: Side): Promise<Play> {
  const run: Step[] = []
  await using server = await startNotes(faultOf(page, side), run)
  const surroundings = { env: {}, readFile: () => '' }
  const document = readDocument(join(import.meta.dirname, 'notes.yaml'))
  const contract = kit.eventContractOf(document)
  if (contract === undefined) throw new Error('notes.yaml has no events.')
  const settings = kit.readWebhookSettings(kit.readConfig(SETTINGS, surroundings).webhooks, surroundings)
  const receiver = await kit.startReceiver({ host: '127.0.0.1', port: 0, now: () => Date.now() })
  const session = kit.createEventSession({
    contract,
    settings,
    receiver,
    retryTimeScale: 60_000 / RETRY_DELAY,
  })
  const callbacks = kit.callbackRule({ document, receiver, arrival: settings.arrival })
  const rules = [...kit.eventRules(session), ...(callbacks === undefined ? [] : [callbacks])]
  const identities: kit.Config['identities'] = [{ name: 'caller', credentials: [] }]
  const result = await play({ id, rules, document, target: server.url, identities })
  await server.settled()
  await receiver.close()
  return { ...result, ...shown(page, side, run, result) }
}

export async function playAtAuthorizationServer(id: RuleId, page: ExamplePage, side: Side): Promise<Play> {
  const run: Step[] = []
  const fault = faultOf(page, side)
  const server = await startAuthorizationServer(undefined, {
    complete: true,
    edit(exchange) {
      const response = fault?.respond(exchange) ?? exchange.response
      run.push({ ...exchange, response })
      return response
    },
  })
  const { identities, settings } = authorizationSettings(server.issuer)
  const rules = kit.oauthRules(kit.createOAuthAgent(settings))
  const result = await play({
    id,
    rules,
    document: notesOfAuthorization,
    target: server.issuer,
    identities,
  })
  await server.close()
  return { ...result, ...shown(page, side, run, result) }
}

type Result = Pick<Play, 'findings' | 'outcomes'> & { reasons: string[] }

interface Checked {
  id: RuleId
  rules: readonly kit.Rule[]
  document: Parameters<typeof kit.runConformance>[0]['document']
  target: string
  identities: kit.Config['identities']
}

async function play({ id, rules, document, target, identities }: Checked): Promise<Result> {
  const result: Result = { findings: [], outcomes: [], reasons: [] }
  await kit.runConformance({
    document,
    target,
    identities,
    rules: rules.filter((rule) => rule.id === id),
    ruleIds: [],
    concurrency: 16,
    subscribers: [
      (event) => {
        if (event.type === 'finding' && event.finding.rule === id && event.finding.repeated !== false)
          result.findings.push(kit.messageOf(event.finding))
        if (event.type !== 'outcome' || event.outcome.rule !== id) return
        const { check, outcome, reason } = event.outcome
        result.outcomes.push(outcome)
        result.reasons.push(`${outcome} ${check}: ${reason ?? ''}`)
      },
    ],
  })
  return result
}

const shown = (page: ExamplePage, side: Side, run: readonly Step[], { findings, reasons }: Result) => ({
  unseen: unseen(page[side], run),
  log: [
    ...run.map(
      ({ method, url, request, response }) =>
        `${method} ${url} ${request.body} -> ${response.status} ${response.body}`,
    ),
    ...reasons,
    ...findings,
  ].join('\n'),
})
