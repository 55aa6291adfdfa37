import { createHook } from 'node:async_hooks'

/** Resolves when a password begins to be looked at in this process, which then takes a quarter of a second. */
export const nextPasswordCheck = (): Promise<void> =>
  new Promise((resolve) => {
    const hook = createHook({
      init(_id, type) {
        if (type !== 'SCRYPTREQUEST') return // Node's own name for it
        hook.disable()
        resolve()
      },
    })
    hook.enable()
  })
