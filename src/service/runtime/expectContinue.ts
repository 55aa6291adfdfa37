/**
 * `Expect: 100-continue` (RFC 9110, section 10.1.1): the client is requested the body when someone wants to read
 * it, so that anyone who is rejected before (401, 413) never sends it.
 */
const waiting = new WeakMap<object, () => void>()

/** Notes that a request waits for a 100; `send` writes it. */
export const pauseBody = (request: object, send: () => void): void => void waiting.set(request, send)

/** Requests the body, if the client waits for a 100. Every reader of a body calls this first. */
export function askForBody(request: object): void {
  waiting.get(request)?.()
  waiting.delete(request)
}
