import { reservePort } from '../service/transport/bind.ts'
import { runPrism } from '../toolkit/mock/prism.ts'
import type { Command } from './command.ts'
import { commandHelp } from './help.ts'
import { parseFlags, wholeNumber } from './parseFlags.ts'

const flags = {
  port: { type: 'string', value: 'PORT', default: '4010', help: 'Port to listen on; 0 takes any free one.' },
  host: { type: 'string', value: 'ADDRESS', default: '127.0.0.1', help: 'Address to listen on.' },
  dynamic: { type: 'boolean', help: 'Makes answers up from the schemas rather than from the examples.' },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** `prompt-service mock`: answers of the document's examples, over plain HTTP, with no state. */
export const mock: Command = {
  name: 'mock',
  summary: "Serves the document's examples, to write a client against.",
  description:
    'Runs Prism over the service API, over plain HTTP and without any state. Paths may\nbegin with /v1, as those of the service do; one that the document does not have gets\nthe 404 of Prism itself. Choose answers with the "Prefer" header: "Prefer: code=404",\n"Prefer: example=NAME", "Prefer: dynamic=true".',
  flags,
  async run(args, terminal) {
    const given = parseFlags(args, flags)
    if (given.help) {
      terminal.print(commandHelp(mock))
      return 0
    }
    const place = { host: given.host, port: wholeNumber('port', given.port, 0, 65_535), portFlag: '--port' }
    const reservation = await reservePort(place) // Prism says nothing helpful of a port that is taken
    reservation.close()
    return runPrism({ ...place, dynamic: given.dynamic })
  },
}
