/** Receivers around the verifiers that people use, and around none. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { verifyWebhook } from '../../../../src/client/webhooks.ts'

export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='

type Verify = (body: Buffer, headers: Record<string, string>) => unknown

export const verifiers: Record<string, { flags: string[]; verify: Verify }> = {
  'prompt-service-client/webhooks': {
    flags: ['--scheme', 'timestamped'],
    verify: (body, headers) => verifyWebhook(body, headers, SECRET),
  },
  stripe: {
    flags: ['--scheme', 'timestamped', '--header', 'Stripe-Signature'],
    verify: (body, headers) =>
      Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', SECRET),
  },
  standardwebhooks: {
    flags: ['--scheme', 'standard-webhooks'],
    verify: (body, headers) => new Webhook(SECRET).verify(body, headers),
  },
  none: { flags: ['--scheme', 'timestamped'], verify: (body) => JSON.parse(body.toString()) as unknown },
}

/** A receiver that responds with 204 to deliveries that the verifier accepts, and 400 to the rest. */
export async function startReceiver(verify: Verify): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    try {
      await verify(await buffer(request), request.headers as Record<string, string>)
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
