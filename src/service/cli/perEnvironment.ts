import { UsageError } from 'specwright/cli'
import type { EnvironmentName } from '../server/handler.ts'

/** One value for each environment. */
export type PerEnvironment<T> = Readonly<Record<EnvironmentName, T>>

export const environmentNames: readonly EnvironmentName[] = ['production', 'development']

export const forEach = <T>(make: (name: EnvironmentName) => T): PerEnvironment<T> => ({
  production: make('production'),
  development: make('development'),
})

/**
 * Sorts the values of a repeated flag: `production=VALUE` and `development=VALUE` count for one environment, a
 * value without a prefix for both.
 */
export function sortValues(values: readonly string[]): PerEnvironment<string[]> {
  return forEach((name) =>
    values.flatMap((value) => {
      const [, environment, rest] = /^(production|development)=(.*)$/s.exec(value) ?? []
      if (environment === undefined) return [value]
      return environment === name ? [rest as string] : []
    }),
  )
}

/**
 * The same for a flag that takes at most one value for each environment.
 * @throws UsageError when an environment got several
 */
export function sortSingle(flag: string, values: readonly string[]): PerEnvironment<string | undefined> {
  const sorted = sortValues(values)
  for (const name of environmentNames) {
    if (sorted[name].length > 1)
      throw new UsageError(`--${flag} was given twice for ${name}; it takes one value.`)
  }
  return forEach((name) => sorted[name][0])
}
