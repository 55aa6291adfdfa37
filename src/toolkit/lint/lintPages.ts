/** Lints documents with the rules of a Redocly configuration, all of them in one run: what they share is reported once. */
import { createConfig, lint, loadConfig, type NormalizedProblem } from '@redocly/openapi-core'
import { withoutConsequences } from './consequences.ts'
import { EXAMPLE_RULES } from './faults.ts'
import { LocalResolver } from './localResolver.ts'
import { withMeantBranches } from './meantBranch.ts'

export interface Page {
  /** The entry file, absolute. */
  file: string
  /** Its name in the configuration. */
  alias: string | undefined
}

/** @param configuration the file, absolute; undefined takes the recommended rules, with invalid examples as errors */
export async function lintPages(
  pages: readonly Page[],
  configuration: string | undefined,
): Promise<NormalizedProblem[]> {
  const config =
    configuration === undefined
      ? await createConfig({ extends: ['recommended'], rules: EXAMPLE_RULES } as never)
      : await loadConfig({ configPath: configuration })
  const problems: NormalizedProblem[] = []
  for (const { file, alias } of pages) {
    const own = alias === undefined ? config : config.forAlias(alias)
    const found = await lint({ ref: file, config: own, externalRefResolver: new LocalResolver() })
    problems.push(
      ...withMeantBranches(
        found.filter(({ ignored }) => !ignored),
        file,
      ),
    )
  }
  return withoutConsequences(problems)
}
