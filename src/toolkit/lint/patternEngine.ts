/** Makes Redocly match patterns in linear time when it validates examples: `^(a+)+$` would block the process for minutes. */
import { createRequire } from 'node:module'
import { ajvPatternEngine } from '../openapi/patterns.ts'

interface Engine {
  opts: { code: { regExp: unknown; optimize: number } }
}
type Compile = (this: Engine, ...given: unknown[]) => unknown

/** Redocly creates its validators without options for callers. All of them pass through these methods. */
const PASSED = ['compile', 'addSchema', 'getSchema'] as const

let isDone = false

export function usePatternEngine(): void {
  if (isDone) return
  isDone = true
  const ofRedocly = createRequire(createRequire(import.meta.url).resolve('@redocly/openapi-core'))
  const core = ofRedocly('@redocly/ajv/dist/core.js') as { default: { prototype: Record<string, Compile> } }
  const { prototype } = core.default
  for (const name of PASSED) {
    const original = prototype[name] as Compile
    prototype[name] = function compile(...given) {
      this.opts.code.regExp = ajvPatternEngine
      // Most schemas validate one example, so that shorter code costs more time than it saves.
      this.opts.code.optimize = 0
      return original.apply(this, given)
    }
  }
}
