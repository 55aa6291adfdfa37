/** Checks the events of a server against their document, with only documents and configuration. */
import * as kit from '../../../../src/toolkit/conformance/conform.ts'
import type { ContractDocument } from '../../../../src/toolkit/openapi/index.ts'

interface EventRun {
  target: string
  config: kit.Config
  document: ContractDocument
  /** The document that declares the events. */
  events: ContractDocument
  surroundings: Parameters<typeof kit.readWebhookSettings>[1]
  /** The rules that are tried, by their ids; all when left out. */
  only?: readonly string[] | undefined
}

/** The failures, with their rules, and the unobserved, with their checks. */
export async function runEventRules({ target, config, document, events, surroundings, only }: EventRun) {
  const contract = kit.eventContractOf(events)
  if (contract === undefined) throw new Error('There are no events.')
  const receiver = await kit.startReceiver({ host: '127.0.0.1', port: 0, now: () => Date.now() })
  const settings = kit.readWebhookSettings(config.webhooks, surroundings)
  const session = kit.createEventSession({ contract, settings, receiver, retryTimeScale: 1 })
  const broken: string[] = []
  const notObserved: string[] = []
  await kit.runConformance({
    document,
    target,
    identities: config.identities,
    rules: kit.eventRules(session).filter(({ id }) => only === undefined || only.includes(id)),
    ruleIds: [],
    concurrency: 16,
    subscribers: [
      (event) => {
        if (event.type === 'finding' && event.finding.repeated !== false)
          broken.push(`${event.finding.rule}: ${kit.messageOf(event.finding)}`)
        if (event.type === 'outcome' && event.outcome.outcome === 'skipped')
          notObserved.push(`${event.outcome.check}: ${event.outcome.reason}`)
      },
    ],
  })
  await receiver.close()
  return { broken, notObserved }
}
