/**
 * The installed toolkit on a public document: the Train Travel API, which `@readme/oas-examples` contains. Each command must
 * have its first result in ten seconds, or in MAX_SECONDS of the environment, where something else runs next to it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPublicDocument } from '../corpus/packaged.mjs'
import { startProgram } from './startProgram.mjs'

/** Seconds from the start of a command to its first result. */
export const MAX_SECONDS = Number(process.env.MAX_SECONDS ?? 10)

/**
 * @param {{ path: string, env: NodeJS.ProcessEnv }} node
 * @param {string} place the folder of the installation
 * @param {{ path: string, expect: Function, seconds: Map<string, number> }} program of the installation
 * @returns {Promise<string>} the seconds of each command
 * @throws Error that names the command that failed
 */
export async function tryPublicDocument(node, place, { path, expect, seconds }) {
  const text = readPublicDocument('train-travel')
  writeFileSync(join(place, 'openapi.json'), text)
  writeFileSync(join(place, 'changed.json'), withoutCurrency(text))
  expect(['lint', 'openapi.json'], 1, /no-invalid-media-type-examples/)
  expect(['diff', 'openapi.json', 'changed.json'], 1, /`try`|"try"/)
  expect(['generate', 'openapi.json'], 0, /generated\/openapi\.ts/)
  expect(['docs'], 0, /index\.html/)
  const timed = async (name, pattern, ...flags) => {
    const started = performance.now()
    const program = await startProgram(node, place, [path, name, 'openapi.json', ...flags], pattern)
    seconds.set(name, (performance.now() - started) / 1000)
    return program
  }
  const mock = await timed('mock', /Mock of .* at (\S+)/, '--stateful', '--port', '0', '--key', 'secret=all')
  try {
    const [, origin] = mock.match
    await bookTrip(origin)
    const header = ['-H', 'Authorization: Bearer secret']
    // The document does not declare 415, which it is found by.
    expect(['conform', 'openapi.json', origin, ...header], 1, /status-declared[\s\S]*415[\s\S]*passed/)
    expect(['conform', 'openapi.json', 'http://127.0.0.1:9'], 3, /9/)
  } finally {
    await mock.stop()
  }
  const design = await timed('design', /lint openapi: /, '--port', '0', '--mock-port', '0')
  await design.stop()
  const slow = [...seconds].filter(([, time]) => time >= MAX_SECONDS).map(([name]) => name)
  if (slow.length > 0) throw new Error(`${slow.join(', ')} took ${MAX_SECONDS} s or longer.`)
  return [...seconds].map(([word, time]) => `${word} ${time.toFixed(2)} s`).join(', ')
}

/** The document without the last currency of payments. */
function withoutCurrency(text) {
  const document = JSON.parse(text)
  const { currency } = document.components.schemas.BookingPayment.properties
  if (currency.enum.pop() !== 'try') throw new Error('The public document is not the one that was expected.')
  return JSON.stringify(document, null, 2)
}

async function bookTrip(origin) {
  const headers = { Authorization: 'Bearer secret', 'Content-Type': 'application/json' }
  const body = JSON.stringify({ passenger_name: 'Ada' })
  const created = await fetch(`${origin}/bookings`, { method: 'POST', headers, body })
  const { id } = await created.json()
  const read = await fetch(`${origin}/bookings/${id}`, { headers })
  const { passenger_name } = await read.json()
  if (created.status !== 201 || read.status !== 200 || passenger_name !== 'Ada')
    throw new Error(`the mock responded ${created.status} and ${read.status} with ${passenger_name}.`)
}
