import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Terminal } from 'specwright/cli'
import { silentLog } from '../../server/log.ts'
import { type DatabaseChoice, postgresBefore } from '../databaseChoice.ts'
import type { DataDirectory } from '../dataDirectory.ts'
import { type AdminCommand, AdminRejection, type Json } from './adminCommand.ts'
import { type Question, type Reply, socketAddress } from './protocol.ts'

/**
 * Runs a local command in this process. Any other command runs in the server, or on the database itself when no server runs.
 * @throws AdminRejection, DatabaseRejected
 */
export async function ask(
  adminCommand: AdminCommand,
  question: Question,
  directory: DataDirectory,
  env: Terminal['env'],
  database: DatabaseChoice | undefined,
): Promise<Json> {
  const { environment: name } = question
  const inPostgres = database !== undefined || postgresBefore(name, directory) !== undefined
  if (adminCommand.runHere && inPostgres && !adminCommand.changesEngine) {
    throw new AdminRejection(
      `"admin ${adminCommand.words}" is for SQLite; PostgreSQL has tools of its own for this, see docs/service/postgresql.md.`,
    )
  }
  if (adminCommand.runHere)
    return adminCommand.runHere({ environment: name, directory, env, database }, question.input)
  const socket = await reach(directory.socket)
  if (socket) return askServer(socket, question)
  if (!inPostgres && !existsSync(directory.database(name))) {
    throw new AdminRejection(
      `${directory.database(name)} does not exist: start the server once, or give its --data-dir.`,
    )
  }
  // The whole service, which a question to a running server need not wait for.
  const { openEnvironment } = await import('../openEnvironment.ts')
  const plain = { validator: 'compiled', webhookAllow: [], trusted: () => false, addresses } as const
  const { environment, maintenance, close } = await openEnvironment(
    name,
    directory,
    env,
    silentLog,
    database,
    plain,
  )
  try {
    return await adminCommand.run(environment.services, question.input, maintenance, true)
  } finally {
    await close()
  }
}

/** No command makes a token or a link for a server that does not run. */
const addresses = (): never => {
  throw new AdminRejection('Only a running server knows the addresses. Start it first.')
}

/** The socket of a running server; undefined when none listens there. */
function reach(path: string): Promise<Socket | undefined> {
  if (!existsSync(path)) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const socket = connect(socketAddress(path))
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A server that was killed leaves its socket behind.
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else reject(new AdminRejection(`${path} cannot be opened: ${error.message}.`))
    })
  })
}

async function askServer(socket: Socket, question: Question): Promise<Json> {
  socket.end(`${JSON.stringify(question)}\n`)
  const line = await text(socket)
  if (line === '')
    throw new AdminRejection('The server ended before it responded. The command may or may not have run.')
  const response = JSON.parse(line) as Reply
  if (!response.ok) throw new AdminRejection(response.message)
  return response.result
}
