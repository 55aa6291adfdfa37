/** The writes of a run are confirmed first, and secrets are not in files. */
import type { Config } from '../../conformance/conform.ts'
import { isLoopback } from '../../network/isLoopback.ts'
import { type Terminal, UsageError } from '../program/command.ts'

interface Given {
  yes: boolean
  'allow-production': boolean
}

/**
 * Announces the writes of a run against another machine. A terminal needs `--yes`; CI has none and continues.
 * @param operations the operations that are checked
 * @throws UsageError
 */
export function announce(
  target: string,
  operations: readonly { method: string; path: string }[],
  { yes }: Given,
  { print, progress }: Terminal,
): void {
  if (isLoopback(target)) return
  const list = (methods: readonly string[]) =>
    operations.filter(({ method }) => methods.includes(method)).map(({ method, path }) => `${method} ${path}`)
  const writes = list(['POST', 'PUT', 'PATCH', 'DELETE'])
  if (writes.length === 0) return
  print(
    `This run creates, changes and deletes its own resources on ${target}, by ${shortened(writes)}. It sends no write to other data without --allow-existing-data.`,
  )
  if (!yes && progress !== undefined)
    throw new UsageError(`${target} is not on this machine. Add --yes to start the run.`)
}

const MAX_LISTED = 6
const shortened = (writes: readonly string[]): string =>
  writes.length <= MAX_LISTED
    ? writes.join(', ')
    : `${writes.slice(0, MAX_LISTED).join(', ')} and ${writes.length - MAX_LISTED} more`

/**
 * A secret that is written in the configuration is for a server of this machine.
 * @throws UsageError where the target is another machine
 */
export function rejectLiterals({ literals }: Config, target: string, { print }: Terminal): void {
  if (literals.length === 0) return
  const where = `${literals.join(' and ')} ${literals.length === 1 ? 'contains a secret' : 'contain secrets'}`
  const remedy = 'Write env:NAME or @file instead.'
  if (!isLoopback(target)) throw new UsageError(`${where}, and ${target} is not on this machine. ${remedy}`)
  print(`Warning: ${where}. ${remedy}`)
}

/** Tests create, change and delete: a key of production is accepted only on purpose. */
export function rejectProduction({ identities }: Config, { 'allow-production': allowed }: Given): void {
  const live = identities.find(({ credentials }) =>
    credentials.some(({ value }) => /(^|[ _-])(live|prod)_/i.test(value)),
  )
  if (live !== undefined && !allowed)
    throw new UsageError(
      `A credential of ${live.name} looks like one of production. Add --allow-production to use it.`,
    )
}
