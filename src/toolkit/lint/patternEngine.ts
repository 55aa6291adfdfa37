/**
 * Makes Redocly match patterns in linear time when it validates examples, since `^(a+)+$` would block the process for
 * minutes. Examples are validated by the properties that they have themselves, whatever the names are.
 */
import { createRequire } from 'node:module'
import { ajvPatternEngine } from '../openapi/patterns.ts'

interface Engine {
  opts: { ownProperties: boolean; code: { regExp: unknown; optimize: number } }
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
  const keywords = ofRedocly('@redocly/ajv/dist/vocabularies/code.js') as {
    allSchemaProperties(schemas?: object): string[]
  }
  // It leaves out the name `__proto__`, whose examples would not be validated.
  keywords.allSchemaProperties = (schemas) => Object.keys(schemas ?? {})
  const { prototype } = core.default
  for (const name of PASSED) {
    const original = prototype[name] as Compile
    prototype[name] = function compile(...given) {
      this.opts.code.regExp = ajvPatternEngine
      // A property called `constructor` is absent where an example does not have it.
      this.opts.ownProperties = true
      // Most schemas validate one example, so that shorter code costs more time than it saves.
      this.opts.code.optimize = 0
      return original.apply(this, given)
    }
  }
}
