import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import { systemClock } from '../../runtime/clock.ts'
import type { Services } from '../../server/handler.ts'
import type { Log } from '../../server/log.ts'
import { type Maintenance, MaintenanceRejected } from '../../storage/maintenance.ts'
import { AdminRejection } from './adminCommand.ts'
import { adminCommands } from './adminCommands.ts'
import { MAX_LINE_LENGTH, type Question, type Reply, socketAddress } from './protocol.ts'

/** The object of the commands: one environment of the running server. */
export interface Operated {
  services: Services
  maintenance: Maintenance
}

/**
 * Opens the socket for `prompt-service admin`, mode 0600. Between two commands the server handles requests of the API.
 * The caller has the databases' locks, so that a socket left behind there belongs to no one.
 * @returns a function that closes it: questions in progress get responses within so many milliseconds; idle
 * connections are cut immediately
 */
export async function openAdminSocket(
  path: string,
  environments: readonly Operated[],
  log: Log,
): Promise<(within?: number) => Promise<void>> {
  /** The open connections, each with a promise for the responses it still waits for. */
  const open = new Map<Socket, Promise<void>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.set(socket, Promise.resolve())
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    socket.once('end', () => open.get(socket)?.then(() => socket.end()))
    onLine(socket, (line) => {
      const responded = async () => {
        if (socket.destroyed) return
        const hasRoom = socket.write(`${JSON.stringify(await respond(line, environments, log))}\n`)
        await (hasRoom ? setImmediate() : drained(socket))
      }
      open.set(socket, (open.get(socket) ?? Promise.resolve()).then(responded))
    })
  })
  rmSync(path, { force: true })
  // Of only this process, also where it is one of several workers.
  server.listen({ path: socketAddress(path), exclusive: true })
  await once(server, 'listening')
  chmodSync(path, 0o600)
  let closed: Promise<unknown> | undefined
  return async (within = 10_000) => {
    closed ??= once(server.close(), 'close')
    const cancel = systemClock.after(within, () => {
      for (const socket of open.keys()) socket.destroy()
    })
    // Sent, but not to be waited for: anyone who neither reads nor ends would delay the shutdown.
    for (const [socket, responses] of open) void responses.then(() => socket.destroySoon())
    await closed
    cancel()
  }
}

/** Resolves once a client has read what was written, or is gone: a client that reads nothing gets no more responses. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.once('drain', done).once('close', done)
    if (socket.destroyed) done()
  })

function onLine(socket: Socket, handle: (line: string) => void): void {
  let pending = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\n')
    pending = lines.pop() ?? ''
    if (pending.length > MAX_LINE_LENGTH) socket.destroy()
    for (const line of lines) handle(line)
  })
}

async function respond(line: string, environments: readonly Operated[], log: Log): Promise<Reply> {
  try {
    const question = JSON.parse(line) as Question
    const adminCommand = adminCommands.find(({ words }) => words === question.verb)
    const found = environments.find(({ services }) => services.environment === question.environment)
    if (!adminCommand || !found)
      return { ok: false, message: 'The running server does not know this command; is it an older one?' }
    const result = await adminCommand.run(found.services, question.input, found.maintenance, false)
    log.info({ verb: adminCommand.words, environment: question.environment }, 'admin')
    return { ok: true, result }
  } catch (error) {
    if (error instanceof AdminRejection || error instanceof ApiError || error instanceof MaintenanceRejected)
      return { ok: false, message: error.message }
    log.error({ err: error }, 'admin failed')
    return { ok: false, message: 'The server failed to run this command. Its log contains the cause.' }
  }
}
