import type { AddressInfo, Server } from 'node:net'

/** The port cannot be bound; the message names it and its flag. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/**
 * Binds `server` and resolves with the port.
 * @throws ListenError
 */
export function bind(server: Server, to: { host: string; port: number; portFlag: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, to), { cause: error })),
    )
    server.listen({ host: to.host, port: to.port }, () => resolve((server.address() as AddressInfo).port))
  })
}

function explain(
  error: NodeJS.ErrnoException,
  { host, port, portFlag }: { host: string; port: number; portFlag: string },
) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program; choose another with ${portFlag}.`
    case 'EACCES':
      return `Port ${port} on ${host} may not be bound by this user; choose one above 1023 with ${portFlag}.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; choose another with --host.`
    default:
      return `Port ${port} on ${host} cannot be bound (${error.message}); see ${portFlag}.`
  }
}
