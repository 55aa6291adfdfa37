import { verifyWebhook, WebhookVerificationError } from 'prompt-service-client/webhooks'
import { createWebhookChecker, documentOf, formatFinding } from 'specwright/conformance'
import { readJson } from 'specwright/requests'
import { foreignJson, foreignText } from 'specwright/text'
import asyncapi from '../../../../generated/asyncapi.json' with { type: 'json' }

/** A request as it came in. */
export interface Delivery {
  method: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Verdict {
  /** Whether a production receiver should accept it. */
  accepted: boolean
  /** The report on it, line by line. */
  lines: string[]
}

/** Verifies deliveries as a receiver should: signature first, then the document of the events. */
export function createDeliveryVerifier(
  secrets: readonly string[],
): (delivery: Delivery, now: number) => Promise<Verdict> {
  const checker = createWebhookChecker(documentOf(structuredClone(asyncapi), 'asyncapi.json'))
  return async (delivery, now) => {
    const rejection = secrets.length > 0 ? await verifySignature(delivery, secrets, now) : undefined
    const findings = checker
      .check(delivery, { secrets: [], now: Math.floor(now / 1000) })
      // Verified by verifyWebhook above, which receivers use; without a secret no one can.
      .filter(({ rule }) => rule !== 'webhook-signature' && rule !== 'webhook-timestamp')
      .map((finding) => `  ✗ ${formatFinding(finding)}`)
    const signature =
      secrets.length === 0
        ? '  ? the signature was not checked: no --secret was given'
        : (rejection ?? '  ✓ the signature is right')
    const texts = [signature, ...(findings.length > 0 ? findings : ['  ✓ valid against its document'])]
    const lines = [...texts.map(foreignText), pretty(delivery)]
    return { accepted: rejection === undefined && findings.length === 0, lines }
  }
}

async function verifySignature(
  { body, headers }: Delivery,
  secrets: readonly string[],
  now: number,
): Promise<string | undefined> {
  try {
    await verifyWebhook(body, headers, secrets, { now })
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return `  ✗ ${error.code}: ${error.message}`
    throw error
  }
}

const pretty = ({ body }: Delivery): string => {
  const reading = readJson(body)
  return 'value' in reading
    ? foreignJson(reading.value, 2)
    : `  not JSON: ${foreignJson(body.toString().slice(0, 200))}`
}
