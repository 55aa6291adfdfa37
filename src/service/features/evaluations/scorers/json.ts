import { isDeepStrictEqual } from 'node:util'
import type { JsonEqualsOptions, JsonSchemaOptions, NoOptions } from '../../../../../generated/openapi.v1.ts'
import { compileUserSchema, TooCostly, UnacceptableSchema } from '../../../schemas/userSchema.ts'
import { CannotScore, type Case, type ScorerKind, UnacceptableOption } from './scorer.ts'

/** Reads the output as JSON; a fence of Markdown around it, as models like to make, is left out of account. */
export function parseOutput(output: string): { value: unknown } | undefined {
  const text = output.trim()
  const fenced = /^```(?:json)?[ \t]*\r?\n([\s\S]*)\r?\n```$/.exec(text)?.[1]
  try {
    return { value: JSON.parse(fenced ?? text) }
  } catch {
    return undefined
  }
}

/** The output is JSON. */
export const isJson: ScorerKind<NoOptions> = {
  threshold: 1,
  prepare: () => (given) => (parseOutput(given.output) === undefined ? 0 : 1),
}

/** The output is JSON of the same value, whatever its spaces and the order of its properties. */
export const jsonEquals: ScorerKind<JsonEqualsOptions> = {
  threshold: 1,
  prepare: (options) => (given) => {
    const wanted = Object.hasOwn(options, 'value') ? options.value : expectedValue(given)
    const parsed = parseOutput(given.output)
    return parsed !== undefined && isDeepStrictEqual(parsed.value, wanted) ? 1 : 0
  },
}

function expectedValue({ expectedOutput }: Case): unknown {
  if (expectedOutput === null)
    throw new CannotScore('Neither the scorer nor the item has an expected output.')
  try {
    return JSON.parse(expectedOutput)
  } catch {
    throw new CannotScore('The expected output of the item is not JSON.')
  }
}

/** The output is JSON that conforms to the schema. */
export const jsonSchema: ScorerKind<JsonSchemaOptions> = {
  threshold: 1,
  prepare({ schema }) {
    const compiled = compile(schema)
    return ({ output }) => {
      const parsed = parseOutput(output)
      if (parsed === undefined) return 0
      try {
        return compiled.check(parsed.value).length === 0 ? 1 : 0
      } catch (error) {
        if (error instanceof TooCostly) throw new CannotScore(error.message)
        throw error
      }
    }
  },
}

function compile(schema: unknown) {
  try {
    return compileUserSchema(schema)
  } catch (error) {
    if (error instanceof UnacceptableSchema) throw new UnacceptableOption('schema', error.message)
    throw error
  }
}
