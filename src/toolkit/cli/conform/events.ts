/** Opens the kit's receiver for `specwright conform`, and makes the rules over what it will receive. */
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Config, EventSession, MessageSource, Rule } from '../../conformance/conform.ts'
import { authorityPath, localCertificates } from '../../network/certificates.ts'
import { systemClock } from '../../network/clock.ts'
import type { ContractDocument } from '../../openapi/document.ts'
import { readDocument } from '../../openapi/load.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { wholeNumber } from '../program/values.ts'

type Kit = typeof import('../../conformance/conform.ts')

interface EventFlags {
  config: string | undefined
  asyncapi: string | undefined
  'receiver-host': string | undefined
  'receiver-port': string
  'receiver-url': string | undefined
  'receiver-certificates': string | undefined
  'retry-time-scale': string
  'dry-run': boolean
}

interface OpenedEvents {
  rules: Rule[]
  /** For the steps of workflows that wait for messages. */
  messages: MessageSource | undefined
  notes: string[]
  close(): Promise<void>
}

/** @returns undefined where no option requires a receiver */
export async function openEvents(parts: {
  kit: Kit
  document: ContractDocument
  config: Config
  given: EventFlags
  terminal: Terminal
}): Promise<OpenedEvents | undefined> {
  const { kit, document, config, given, terminal } = parts
  const [file] = config.asyncapi
  const url = given['receiver-url']
  const asked = given.asyncapi ?? given['receiver-host'] ?? url
  if (asked === undefined) {
    if (config.asyncapi.length > 0)
      terminal.print(
        'Events are not checked: add --receiver-host ADDRESS to open the receiver that the target delivers to.',
      )
    return undefined
  }
  const contract = kit.eventContractOf(
    file === undefined
      ? document
      : { ...readDocument(file), ...(document.mark !== undefined && { mark: document.mark }) },
  )
  const calledBack = kit.callbacksOf(document).size > 0
  if (contract === undefined && (file !== undefined || !calledBack))
    throw new UsageError(
      `${file ?? document.source} declares no events: expected messages of an AsyncAPI document (--asyncapi FILE), or webhooks or callbacks of the OpenAPI document.`,
    )
  const settings = settingsOf(kit, config, given.config, terminal)
  const host = given['receiver-host'] ?? '127.0.0.1'
  const plain = url?.startsWith('http:') === true
  const directory = resolve(given['receiver-certificates'] ?? join(tmpdir(), 'specwright-receiver'))
  const names = [host, ...(url === undefined ? [] : [new URL(url).hostname.replace(/^\[|\]$/g, '')])]
  const certificates = plain
    ? undefined
    : await localCertificates({ directory, hosts: names, clock: systemClock })
  const receiver = await kit.startReceiver({
    host,
    port: wholeNumber('receiver-port', given['receiver-port'], 0, 65_535),
    tls: certificates?.current(),
    url,
    now: () => Date.now(),
  })
  const { closed } = config
  const retryTimeScale = positive(given['retry-time-scale'])
  const session = contract && kit.createEventSession({ contract, settings, receiver, closed, retryTimeScale })
  const ofCallbacks = kit.callbackRule({
    document,
    receiver,
    closed,
    arrival: settings.arrival,
    subscribe: contract?.subscribe?.operationId,
  })
  const trust = plain ? '' : `; its CA certificate is ${authorityPath(directory)}`
  const own = kit.privateRangeOf(receiver.url)
  return {
    rules: [...(session ? kit.eventRules(session) : []), ...(ofCallbacks ? [ofCallbacks] : [])],
    messages: session && kit.messageSourceOf(session),
    notes: [
      `Receives webhooks at ${receiver.url}${trust}.`,
      ...(own === undefined
        ? []
        : [
            `The target must deliver there. Whether it rejects other addresses of the range "${own}" is not checked.`,
          ]),
      ...(session ? [signatureNote(session)] : []),
    ],
    async close() {
      certificates?.stop()
      await receiver.close()
    },
  }
}

function signatureNote({ signature }: EventSession): string {
  const { scheme, known, header } = signature
  if (scheme !== undefined)
    return `Deliveries must use the signature scheme ${scheme.name} in ${scheme.header}.`
  return known
    ? 'The document declares no signature of deliveries.'
    : `How deliveries are signed${header === undefined ? '' : ` (${header})`} is not known: name webhooks.scheme.`
}

/** The rules over the authorization server that `--oauth` or the configuration names. */
export function oauthRulesOf(parts: {
  kit: Kit
  config: Config
  given: { config: string | undefined; oauth: string | undefined }
  terminal: Terminal
}): Rule[] {
  const { kit, config, given, terminal } = parts
  const settings = within(kit, given.config, terminal, (surroundings) =>
    kit.readOAuthSettings(config.oauth, given.oauth, surroundings),
  )
  return settings === undefined ? [] : kit.oauthRules(kit.createOAuthAgent(settings))
}

const settingsOf = (kit: Kit, config: Config, configFile: string | undefined, terminal: Terminal) =>
  within(kit, configFile, terminal, (surroundings) => kit.readWebhookSettings(config.webhooks, surroundings))

function within<T>(
  kit: Kit,
  configFile: string | undefined,
  { env }: Terminal,
  read: (surroundings: { env: Terminal['env']; readFile(name: string): string }) => T,
): T {
  const folder = configFile === undefined ? '.' : dirname(configFile)
  const readFile = (name: string) => readFileSync(resolve(folder, name), 'utf8')
  try {
    return read({ env, readFile })
  } catch (error) {
    if (error instanceof kit.ConfigError)
      throw new UsageError(`--config ${configFile ?? ''}: ${error.message}`)
    throw error
  }
}

function positive(text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new UsageError(`--retry-time-scale received "${text}"; expected a number above 0.`)
  return number
}
