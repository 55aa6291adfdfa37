/** The operation of a response, for code that counts requests. */
import type { ServerResponse } from 'node:http'

const NAME = Symbol('operation')

type Named = ServerResponse & { [NAME]?: string }

/** @param name the operation's id, or what else the server has a fixed path for; never anything of a request */
export function nameOperation(response: ServerResponse, name: string): void {
  ;(response as Named)[NAME] = name
}

/** Undefined: the path and the method of the request name nothing. */
export const operationOf = (response: ServerResponse): string | undefined => (response as Named)[NAME]
