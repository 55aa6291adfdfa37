/** Faults of how a delivery is signed, timed and tried again. */
import { createHmac } from 'node:crypto'
import {
  again,
  changed,
  type DeliveryFault,
  eventOf,
  fault,
  hears,
  says,
  sends,
  signatureOf,
  signed,
  timeOf,
  withHeader,
} from './delivery.ts'

export const attemptFaults: DeliveryFault[] = [
  fault(
    'no-timestamp-header',
    'event-matches-schema',
    'A receiver that checks the time refuses everything.',
    'Signature, X-Service-Timestamp',
    sends((posted) => withHeader(posted, 'x-service-timestamp', undefined)),
  ),
  fault(
    'no-signature',
    'event-signature-valid',
    'A receiver that checks refuses everything.',
    'Signature',
    sends((posted) => withHeader(posted, 'x-service-signature', undefined)),
  ),
  fault(
    'digest-over-rewritten-json',
    'event-signature-valid',
    'A receiver that checks the bytes refuses everything.',
    'Signature: the raw body',
    sends((posted) => ({ ...posted, body: Buffer.from(JSON.stringify(eventOf(posted), null, 1)) })),
  ),
  fault(
    'digest-without-time',
    'event-signature-valid',
    'A captured delivery works for ever.',
    'Signature: timestamp, full stop, body',
    sends((posted) =>
      withHeader(
        posted,
        'x-service-signature',
        `t=${timeOf(posted)},v1=${createHmac('sha256', posted.secrets[0] ?? '')
          .update(posted.body)
          .digest('hex')}`,
      ),
    ),
  ),
  fault(
    'digest-in-capitals',
    'event-signature-valid',
    'A receiver that compares texts refuses everything.',
    'Signature: lowercase hexadecimal',
    sends((posted) =>
      withHeader(
        posted,
        'x-service-signature',
        signatureOf(posted).replace(/v1=(.*)/, (_, hex: string) => `v1=${hex.toUpperCase()}`),
      ),
    ),
  ),
  fault(
    'secret-without-prefix',
    'event-signature-valid',
    'No receiver that follows the page can verify.',
    'Signature: the whole secret',
    sends((posted) =>
      signed({ ...posted, secrets: posted.secrets.map((secret) => secret.slice(6)) }, posted.body),
    ),
  ),
  fault(
    'digest-is-cut',
    'event-signature-valid',
    'A receiver that compares whole digests refuses everything.',
    'Signature',
    sends((posted) => withHeader(posted, 'x-service-signature', signatureOf(posted).slice(0, -8))),
  ),
  fault(
    'signature-under-v0',
    'event-signature-valid',
    'Receivers skip schemes that they do not know.',
    'Signature, v1',
    sends((posted) => withHeader(posted, 'x-service-signature', signatureOf(posted).replace('v1=', 'v0='))),
  ),
  fault(
    'timestamp-differs',
    'event-timestamps-match',
    'A receiver that compares the two refuses everything.',
    'Signature, X-Service-Timestamp',
    sends((posted) => withHeader(posted, 'x-service-timestamp', String(Number(timeOf(posted)) + 1))),
  ),
  fault(
    'timestamp-in-milliseconds',
    'event-timestamps-match',
    'Every delivery is from the far future.',
    'Signature: Unix seconds',
    sends((posted) => signed(posted, posted.body, `${timeOf(posted)}000`)),
  ),
  fault(
    'signed-an-hour-ago',
    'event-timestamps-match',
    'Every delivery is too old.',
    'Signature: 300 seconds',
    sends((posted) => signed(posted, posted.body, String(Number(timeOf(posted)) - 3600))),
  ),
  fault(
    'signed-minutes-ago',
    'event-timestamps-match',
    'A slow network makes a delivery too old.',
    'Signature: when the attempt was signed',
    sends((posted) => signed(posted, posted.body, String(Number(timeOf(posted)) - 120))),
  ),
  fault(
    'event-created-yesterday',
    'event-timestamps-match',
    'Events come in the wrong order.',
    'Envelope, createdAt',
    says((event) => {
      event.createdAt = new Date(Date.now() - 86_400_000).toISOString()
    }),
  ),
  fault(
    'retries-have-new-ids',
    'event-retry-identical',
    'A receiver does the work with every attempt.',
    'Delivery and retries: the id stays',
    sends((posted) =>
      posted.attempt === 1
        ? posted
        : changed(posted, (event) => {
            event.id = `${String(event.id).slice(0, -4)}${1000 + posted.attempt}`
          }),
    ),
  ),
  fault(
    'retries-have-new-bytes',
    'event-retry-identical',
    'A receiver that keeps digests takes a retry for news.',
    'Delivery and retries: the same bytes',
    sends((posted) =>
      posted.attempt === 1
        ? posted
        : changed(posted, (event) => {
            event.createdAt = new Date().toISOString()
          }),
    ),
  ),
  fault(
    'retries-keep-signature',
    'event-retry-identical',
    'Retries after five minutes are refused as too old.',
    'Delivery and retries: signed afresh',
    () => {
      const first = new Map<string, Record<string, string>>()
      return async (posted, forward) => {
        const key = `${posted.url} ${String(eventOf(posted).id)}`
        const headers = first.get(key) ?? posted.headers
        first.set(key, headers)
        return (await forward({ ...posted, headers })).status
      }
    },
  ),
  fault(
    'retried-after-400',
    'event-not-retried-when-final',
    'A receiver that refuses gets it again and again.',
    'Delivery and retries: the retried statuses',
    again((status) => status === 400),
  ),
  fault(
    'retried-after-404',
    'event-not-retried-when-final',
    'A receiver that is gone gets it again and again.',
    'Delivery and retries: the retried statuses',
    again((status) => status === 404),
  ),
  fault(
    'retried-after-200',
    'event-not-retried-when-final',
    'Everything is delivered twice.',
    'Delivery and retries: 2xx is success',
    again((status) => status === 200),
  ),
  fault(
    'only-200-is-success',
    'event-not-retried-when-final',
    'A receiver that answers 204 gets it again.',
    'Delivery and retries: 2xx is success',
    hears((status) => (status > 200 && status < 300 ? 500 : status)),
  ),
  fault(
    'not-retried-after-503',
    'event-retried',
    'A minute of downtime loses events.',
    'Delivery and retries, 503',
    hears((status) => (status === 503 ? 204 : status)),
  ),
  fault(
    'not-retried-after-429',
    'event-retried',
    'A receiver under load loses events.',
    'Delivery and retries, 429',
    hears((status) => (status === 429 ? 204 : status)),
  ),
  fault(
    'not-retried-after-408',
    'event-retried',
    'A slow receiver loses events.',
    'Delivery and retries, 408',
    hears((status) => (status === 408 ? 400 : status)),
  ),
  fault(
    'gives-up-after-three',
    'event-retried',
    'An outage of an hour loses events.',
    'Delivery and retries: eight attempts',
    hears((status, { attempt }) => (attempt >= 3 ? 204 : status)),
  ),
  fault(
    'follows-redirects',
    'event-redirect-not-followed',
    'A redirect leads signed events anywhere.',
    'docs/service/webhooks.md: redirects are final',
    () => async (posted, forward) => {
      const { status, location } = await forward(posted)
      return status >= 300 && status < 400 && location !== undefined
        ? (await forward({ ...posted, url: location })).status
        : status
    },
  ),
  fault(
    'gone-is-ignored',
    'event-not-retried-when-final',
    'A receiver that said 410 is never left alone.',
    'docs/service/webhooks.md: 410 disables',
    hears((status) => (status === 410 ? 204 : status)),
  ),
  fault(
    'test-event-unmarked',
    'event-test-marked',
    'A sample is taken for a change.',
    'sendTestEvent: metadata.triggeredBy is test',
    says((event) => {
      event.metadata.triggeredBy = 'api'
    }),
  ),
]
