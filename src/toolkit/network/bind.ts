import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** The port cannot be bound; the message names it and its flag. */
class ListenError extends Error {
  override readonly name = 'ListenError'
}

export interface ListenAddress {
  host: string
  /** 0 binds any free port. */
  port: number
  /** The flag that chose the port, for the message when it is in use. */
  portFlag: string
  /** The flag that chose the host. Default: --host. */
  hostFlag?: string
}

/** A bound port whose connections wait for a server. */
export interface Reservation {
  /** The port that is bound. */
  port: number
  /** Hands over the connections, those that waited first. */
  serve(connected: (socket: Socket) => void): void
  /** Accepts nothing more. */
  close(): void
}

/**
 * Binds a port immediately, so that a port in use is rejected before any other work.
 * @param place with `maxConnections`, the maximum of open connections
 * @throws ListenError
 */
export async function reservePort(place: ListenAddress & { maxConnections?: number }): Promise<Reservation> {
  const waiting: Socket[] = []
  let connected = (socket: Socket) => void waiting.push(socket)
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => connected(socket))
  // Further connections are closed immediately, before they cost more than a descriptor.
  server.maxConnections = place.maxConnections ?? Number.POSITIVE_INFINITY
  const port = await bind(server, place)
  server.on('error', () => {}) // one connection that cannot be accepted must not end the process
  return {
    port,
    serve(next) {
      connected = next as typeof connected
      for (const socket of waiting.splice(0)) next(socket)
    },
    close() {
      server.close()
      for (const socket of waiting.splice(0)) socket.destroy()
    },
  }
}

function bind(server: Server, place: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, place)))
    server.listen({ host: place.host, port: place.port }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
}

/** The message to the administrator about a listener that cannot start. */
export const listenError = (error: NodeJS.ErrnoException, place: ListenAddress): ListenError =>
  new ListenError(explain(error, place), { cause: error })

function explain(
  error: NodeJS.ErrnoException,
  { host, port, portFlag, hostFlag = '--host' }: ListenAddress,
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program; choose another with ${portFlag}.`
    case 'EACCES':
      return `Port ${port} on ${host} may not be bound by this user; choose one above 1023 with ${portFlag}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; choose another with ${hostFlag}.`
    default:
      return `Port ${port} on ${host} cannot be bound (${error.message}); see ${portFlag}.`
  }
}
