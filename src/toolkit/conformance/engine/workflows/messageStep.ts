/** Steps that wait for a message (Arazzo 1.1, "Step Object"): what the target sends to the kit's receiver. */
import { isObject, type Json, type JsonObject } from '../../../openapi/document.ts'
import { pointerOfFragment } from '../../../openapi/pointer.ts'
import { ConfigError, requiredText } from '../../config/members.ts'

export interface MessageStep {
  /** Pointer to an operation or a channel of the document of events. */
  pointer: string
  /** As the step writes it, for messages. */
  written: string
  /** The value that the message must contain, for example an expression. */
  correlation: Json | undefined
  /** Milliseconds; default: the usual time limit for events. */
  timeout: number | undefined
}

/** Maximum delay of Node's timers; longer ones fire immediately. */
const LONGEST = 2 ** 31 - 1

/**
 * @param root the whole Arazzo document, whose `sourceDescriptions` name the AsyncAPI documents
 * @returns undefined for a step that calls an operation or a workflow
 * @throws ConfigError for a step that sends a message, since servers that send webhooks receive none
 */
export function messageStepOf(entry: JsonObject, root: JsonObject, at: string): MessageStep | undefined {
  const { action, operationId, operationPath, channelPath, correlationId, timeout } = entry
  const written = [channelPath, operationPath, operationId].find((one) => typeof one === 'string') ?? ''
  if (action === undefined && channelPath === undefined && !leadsToEvents(String(written), root))
    return undefined
  if (action !== undefined && action !== 'receive')
    throw new ConfigError(
      `${at}: action is ${JSON.stringify(action)}; expected receive: the target sends webhooks and receives only requests`,
    )
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0 && timeout <= LONGEST))
    throw new ConfigError(
      `${at}: timeout is ${JSON.stringify(timeout)}; expected a number of milliseconds above 0, at most ${LONGEST}`,
    )
  const reference = requiredText(written, `${at}: operationId, operationPath or channelPath`)
  return {
    pointer: pointerIn(reference),
    written: reference,
    correlation: correlationId,
    timeout,
  }
}

/** `{$sourceDescriptions.NAME.url}#/channels/orders`, `$sourceDescriptions.NAME.sendOrder` and `sendOrder`. */
function pointerIn(reference: string): string {
  const fragment = reference.indexOf('#')
  if (fragment !== -1) return pointerOfFragment(reference.slice(fragment))
  const name = reference.replace(/^\{?\$sourceDescriptions\.[^.}]+\.?/, '').replace(/\}$/, '')
  return `/operations/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function leadsToEvents(reference: string, { sourceDescriptions }: JsonObject): boolean {
  const [, name] = /^\{?\$sourceDescriptions\.([^.}]+)/.exec(reference) ?? []
  const sources = Array.isArray(sourceDescriptions) ? sourceDescriptions.filter(isObject) : []
  return name !== undefined && sources.some((one) => one.name === name && one.type === 'asyncapi')
}

/** @throws ConfigError for a step that depends on one that does not come before it */
export function requireOrder(steps: readonly JsonObject[], at: string): void {
  const before = new Set<Json | undefined>()
  for (const { stepId, dependsOn } of steps) {
    for (const wanted of Array.isArray(dependsOn) ? dependsOn : [])
      if (typeof wanted !== 'string' || (!wanted.startsWith('$') && !before.has(wanted)))
        throw new ConfigError(
          `${at}, step ${String(stepId)}: dependsOn names ${JSON.stringify(wanted)}; expected an earlier step, because steps run in their order`,
        )
    before.add(stepId)
  }
}
