import type { Validator } from './validator.ts'

interface PreparedLater extends Validator {
  /** Prepares it now, once; rejects when the document cannot be served. */
  prepare(): Promise<void>
}

/**
 * A validator that is expensive to make: the strict one takes 0.7 s of processor time, which a start need not
 * wait for. It is made by the first request or by `prepare`, whichever comes first.
 */
export function preparedLater(make: () => Promise<Validator>): PreparedLater {
  let making: Promise<Validator> | undefined
  let made: Validator | undefined
  const validator = async () => {
    making ??= make()
    made = await making
    return made
  }
  return {
    prepare: async () => void (await validator()),
    request: (operation, parts, exchange) =>
      made
        ? made.request(operation, parts, exchange)
        : validator().then((ready) => ready.request(operation, parts, exchange)),
    witness: (exchange, rendered) => made?.witness?.(exchange, rendered),
    response: (operation, parts, status, body) => made?.response?.(operation, parts, status, body),
  }
}
