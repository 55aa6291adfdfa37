/** The differences between two texts of a prompt and their settings, as the contract shows them. */
import type { PromptComparison } from '../../../../../generated/openapi.v1.ts'
import type { WorkerThreads } from '../../../runtime/workerThreads.ts'
import { lineDiff } from './lineDiff.ts'
import { type Runnable, selectorOf } from './version.ts'

interface Compared {
  promptId: string
  from: Runnable
  to: Runnable
}

/**
 * The comparison of longer texts picks up to half a second to find and to serialise: a hundred thousand characters may
 * be as many lines.
 * @returns JSON in UTF-8
 */
export function compareOnThread(
  workerThreads: WorkerThreads,
  { promptId, from, to }: Compared,
): Promise<Uint8Array> {
  // Of a prompt's row, which is a runnable too, no more is copied than is compared.
  const input: Compared = { promptId, from: runnableOf(from), to: runnableOf(to) }
  return workerThreads.run<Uint8Array>(new URL('./comparison.ts', import.meta.url), input)
}

/** Characters of both texts that are compared on the calling thread, within a few milliseconds. */
export const COMPARED_HERE = 4_000

/** The work of the other thread. */
export default function serializedComparison(input: Compared): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(compare(input)))
}

const runnableOf = ({ version, content, variables, model, temperature }: Runnable): Runnable => {
  return { version, content, variables, model, temperature }
}

export function compare({ promptId, from, to }: Compared): PromptComparison {
  const settings = (['model', 'temperature'] as const)
    .filter((setting) => from[setting] !== to[setting])
    .map((setting) => ({ setting, from: from[setting], to: to[setting] }))
  const before = new Set<string>(JSON.parse(from.variables))
  const after = new Set<string>(JSON.parse(to.variables))
  return {
    object: 'prompt_comparison',
    promptId,
    from: selectorOf(from),
    to: selectorOf(to),
    identical: from.content === to.content && settings.length === 0,
    lines: lineDiff(from.content, to.content),
    addedVariables: [...after].filter((name) => !before.has(name)),
    removedVariables: [...before].filter((name) => !after.has(name)),
    settings,
  }
}
