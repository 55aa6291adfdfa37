import { join, resolve } from 'node:path'
import { defineCommand, duration, note, wholeNumber } from 'specwright/cli'
import { authorityPath, localCertificates } from 'specwright/network'
import { systemClock } from '../runtime/clock.ts'
import { makeDataDirectory } from './dataDirectory.ts'
import { startReceiver } from './listen/receiver.ts'
import { createDeliveryVerifier } from './listen/verifier.ts'

const flags = {
  port: { type: 'string', value: 'PORT', default: '4040', help: 'Port to listen on; 0 for any free port.' },
  host: { type: 'string', value: 'ADDRESS', default: '127.0.0.1', help: 'Address to listen on.' },
  secret: {
    type: 'string',
    multiple: true,
    value: 'WHSEC',
    help: 'Signing secret of the webhook; two while a rotation overlaps. Without one signatures are not checked.',
  },
  status: {
    type: 'string',
    multiple: true,
    value: 'STATUS',
    help: 'Status of the responses, such as 500 or 410. Repeat it for a sequence; the last one then repeats.',
  },
  delay: {
    type: 'string',
    value: 'DURATION',
    default: '0ms',
    help: 'Delay of each response, such as 200ms or 5s.',
  },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    default: './data',
    help: 'Directory for the certificate authority of this receiver, in a folder "listen".',
  },
} as const

/** `prompt-service listen`: a local endpoint that verifies and shows what it receives, until SIGTERM or SIGINT. */
export const listen = defineCommand({
  name: 'listen',
  description:
    'Runs an HTTPS endpoint that checks the signature and the document of each delivery and\nprints it. Invalid deliveries get 400, valid ones 200. --status or the query of the address\nchange that: https://localhost:4040/?status=500&delay=2000',
  flags,
  examples: [
    ['listen --secret $SECRET', 'Verify and show what a webhook sends'],
    ['listen --secret $SECRET --status 500 --status 200', 'Reject the first delivery, to see a retry'],
  ],
  async run(given, terminal) {
    const responses = given.status.map((text) => wholeNumber('status', text, 200, 599))
    const [port, delay] = [
      wholeNumber('port', given.port, 0, 65_535),
      duration('delay', given.delay, 120_000),
    ]
    const directory = makeDataDirectory(resolve(given['data-dir']))
    const own = join(directory.path, 'listen')
    const certificates = await localCertificates({
      directory: own,
      hosts: [given.host],
      clock: systemClock,
    })
    const verify = createDeliveryVerifier(given.secret)
    const receiver = await startReceiver({
      host: given.host,
      port,
      certificates,
      clock: systemClock,
      verify,
      statuses: responses,
      delay,
      print: terminal.print,
    })
    note(terminal, instructions(receiver.port, authorityPath(own), given.secret.length > 0))
    return new Promise((stopped) => {
      const stop = () => void receiver.close().then(() => stopped(0))
      process.once('SIGTERM', stop)
      process.once('SIGINT', stop)
    })
  },
})

function instructions(port: number, ca: string, hasSecret: boolean): string {
  const url = `https://localhost:${port}/`
  const registering = [
    'To receive from the service, start it so that it may deliver here:',
    `  prompt-service serve --webhook-allow 127.0.0.0/8 --webhook-allow ::1/128 --webhook-ca ${ca}`,
    'register this address with a key of yours, for the events that you want:',
    `  curl --cacert data/tls/ca.pem https://localhost:8444/v1/webhooks -H "Authorization: Bearer $KEY" \\`,
    `    -H 'Content-Type: application/json' -d '{"url":"${url}","events":["prompt.created"]}'`,
    'and start this again with the secret of the response: --secret whsec_…',
  ]
  const lines = [
    `Listening at ${url}`,
    '',
    ...(hasSecret ? [] : registering),
    'To receive a sample now:',
    `  prompt-service trigger prompt.created --url ${url} --ca ${ca} --secret whsec_…`,
    '',
  ]
  return lines.join('\n')
}
