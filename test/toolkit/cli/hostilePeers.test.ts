import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createDeliveryVerifier } from '../../../src/service/cli/listen/verifier.ts'
import { commands } from '../../../src/toolkit/cli/commands.ts'
import { conform } from '../../../src/toolkit/cli/conform.ts'
import { conformReceiver } from '../../../src/toolkit/cli/conformReceiver.ts'
import { UsageError } from '../../../src/toolkit/cli/program/command.ts'
import { failureOf } from '../../../src/toolkit/cli/program/failure.ts'
import { COMMAND, foreignStrings, RAW_CONTROL } from '../../foreignStrings.ts'
import { HOSTILE_DOCUMENT, startHostile } from '../conformance/runner/hostileServer.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function startPeer(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets = new Set<object>()
  const server = createServer((request, response) => {
    response.on('error', () => {})
    request.resume()
    respond(request, response)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Resolves when every client has let go. */
    async deserted() {
      while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const terminalOf = (lines: string[]) => ({ env: {}, print: (line: string) => void lines.push(line) })

describe('conform-receiver', () => {
  const peers: [string, (response: ServerResponse) => void][] = [
    ['leaves its response body open', (response) => void response.writeHead(200).write('x')],
    [
      'sends a response body without end',
      (response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed) if (!response.write(Buffer.alloc(65_536))) return
        }
        response.on('drain', more)
        more()
      },
    ],
  ]
  it.each(peers)('ends, with no socket left, when a receiver %s', { timeout: 60_000 }, async (_, respond) => {
    await using peer = await startPeer((_request, response) => respond(response))
    const lines: string[] = []
    const code = await conformReceiver.run([peer.url, '--secret', 'whsec_YQ=='], terminalOf(lines))
    expect(code).toBe(1)
    expect(lines.at(-1)).toMatch(/^\d+ of \d+ as expected\.$/)
    await peer.deserted()
  })
})

describe('conform', () => {
  const openapi = join(folder, 'things.json')
  writeFileSync(openapi, JSON.stringify(HOSTILE_DOCUMENT))

  it('writes the other reports when one cannot be written, and ends with 70', {
    timeout: 60_000,
  }, async () => {
    await using server = await startHostile('deep')
    const gone = mkdtempSync(join(folder, 'gone-'))
    const html = join(gone, 'report.html')
    const others = ['json', 'junit', 'sarif', 'har'].map((kind) => [kind, join(folder, `report.${kind}`)])
    const reports = [['html', html], ...others].flatMap(([kind, file]) => ['--report', `${kind}=${file}`])
    const lines: string[] = []
    const terminal = {
      env: {},
      print(line: string) {
        // During the run the folder of one report is removed.
        if (line.startsWith('Things:')) rmSync(gone, { recursive: true })
        lines.push(line)
      },
    }
    const code = await conform.run([openapi, server.url, '--time-budget', '5s', ...reports], terminal)
    expect(code).toBe(70)
    expect(lines.at(-1)).toMatch(/^--report html=.*: the report could not be written: ENOENT/)
    for (const [kind = '', file = ''] of others) expect(readFileSync(file).length, kind).toBeGreaterThan(0)
  })

  it('ends with another code for an error of its own than for findings', () => {
    const codeOf = (command: string) => commands[command]?.failure ?? 2
    expect(failureOf(new Error('something'), codeOf('conform'))).toMatchObject({ code: 70 })
    expect(failureOf(new RangeError('stack'), codeOf('conform-receiver'))).toMatchObject({ code: 70 })
    expect(failureOf(new RangeError('stack'), 1)).toMatchObject({ code: 70 })
    expect(failureOf(new Error('the port is taken'), 1)).toMatchObject({ code: 1 })
    expect(failureOf(new UsageError('--seed received "x".'), 1)).toMatchObject({ code: 2 })
  })

  it('shows nothing of a message that a terminal acts on', () => {
    const { message } = failureOf(new Error('a\n::error::b\u001b[2J'), 1)
    expect(message).toBe('a\n\\u003a:error::b\\u001b[2J')
  })
})

describe('listen', () => {
  it('shows a delivery without what a terminal or a CI acts on', async () => {
    const verify = createDeliveryVerifier([])
    await fc.assert(
      fc.asyncProperty(foreignStrings, foreignStrings, async (key, value) => {
        const bodies = [JSON.stringify({ type: value, [key]: value, data: [value] }), value]
        for (const body of bodies) {
          const headers = { 'content-type': 'application/json' }
          const { lines } = await verify({ method: 'POST', headers, body: Buffer.from(body) }, 0)
          const text = lines.join('\n')
          expect(text).not.toMatch(RAW_CONTROL)
          expect(text).not.toMatch(COMMAND)
        }
      }),
      { numRuns: 200, seed: 26 },
    )
  })
})
