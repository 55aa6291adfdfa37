import type { JsonSchemaOptions } from '../../../../../generated/openapi.v1.ts'
import { compileUserSchema, TooCostly, UnacceptableSchema } from '../../../schemas/userSchema.ts'
import { parseOutput } from './json.ts'
import { CannotJudge, type ScorerKind, UnacceptableOption } from './scorer.ts'

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
        if (error instanceof TooCostly) throw new CannotJudge(error.message)
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
