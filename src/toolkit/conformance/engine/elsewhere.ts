/** Requests to other addresses than the target's, such as an authorization server's: recorded without their secrets. */
import { isSecretHeader, soundsLike } from '../../model/vocabulary.ts'
import { readHeader } from '../../openapi/headers.ts'
import { readJson } from '../../openapi/json.ts'
import type { Recorded } from './events.ts'
import type { ElsewhereRequest } from './rule.ts'
import type { Transport } from './send.ts'

/** Sends a request to another server and returns the exchange without secrets. */
export async function sendElsewhere(
  { transport, now }: { transport: Transport; now(): number },
  check: string,
  { method, url, headers = {}, body }: ElsewhereRequest & { method: string; url: string },
): Promise<Omit<Recorded, 'number'>> {
  const startedAt = now()
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const response = await transport.send({ method, path: url, headers, body: bytes, operationId: null })
  const isJson = /json/i.test(readHeader(response.headers, 'content-type') ?? '')
  const reading = response.body.length > 0 && isJson ? readJson(response.body) : undefined
  return {
    check,
    identity: null,
    operationId: null,
    method,
    url,
    path: url,
    requestHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isSecretHeader(name) ? value.replace(/^(\w+ )?.*$/s, '$1$SECRET') : value,
      ]),
    ),
    requestBody: bytes === undefined ? undefined : Buffer.from(withoutSecrets(body ?? '')),
    status: response.status,
    headers: response.headers,
    body: response.body,
    json: reading !== undefined && 'value' in reading ? reading.value : undefined,
    startedAt,
    milliseconds: now() - startedAt,
  }
}

const withoutSecrets = (form: string): string =>
  form.replace(/(^|&)([^=&]*)=([^&]*)/g, (all, before: string, name: string) =>
    soundsLike('secret', name) || soundsLike('grant', name) ? `${before}${name}=$${name.toUpperCase()}` : all,
  )
