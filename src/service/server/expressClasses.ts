import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http'
import type { Express } from 'express'

type Classes = Pick<Required<ServerOptions>, 'IncomingMessage' | 'ServerResponse'>

/**
 * Request and response classes that already have the prototypes that Express gives to every request. On Node
 * 20 and 22 changing a prototype costs more than half of a request (bare Express: 13k requests/s, with these
 * 39k). From Node 24 on the classes are the slower way (48k without, 35–38k with), so there are none.
 */
export function expressClasses(app: Express): Classes | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 24) return undefined
  return {
    IncomingMessage: withPrototype(IncomingMessage, app.request),
    ServerResponse: withPrototype(ServerResponse, app.response),
  }
}

/** Node's two classes are functions that can be called on an object made elsewhere; a subclass would change its prototype again. */
function withPrototype<C extends typeof IncomingMessage | typeof ServerResponse>(
  base: C,
  prototype: object,
): C {
  const initialize = base as unknown as { apply(self: object, parameters: unknown[]): void }
  function Derived(this: object, ...parameters: unknown[]) {
    initialize.apply(this, parameters)
  }
  Derived.prototype = prototype
  return Derived as unknown as C
}
