import { type Issue, validationError } from '../../errors.ts'
import {
  compileUserSchema,
  TooCostly,
  UnacceptableSchema,
  type UserSchema,
} from '../../schemas/userSchema.ts'

/** Issues that one refusal names. */
const MOST_ISSUES = 20
/** Steps for one item, beside one for each character of its variables: whoever asks for more work sends more. */
const STEPS = 10_000

/** @throws ApiError VALIDATION_ERROR below `field` for a schema that is not taken */
export function requireSchema(schema: object | null | undefined, field: string): void {
  if (schema === null || schema === undefined) return
  try {
    compileUserSchema(schema)
  } catch (error) {
    if (!(error instanceof UnacceptableSchema)) throw error
    throw validationError({ field: joined(field, error.path), issue: error.message })
  }
}

/** Judges the variables of items by the input schema of their dataset. */
export interface ItemJudge {
  /** @returns what breaks the schema, each at its place below `variables` */
  issuesOf(variables: Record<string, string>): Issue[]
}

/** @param inputSchema JSON of a schema that was taken before; null takes everything */
export function judgeBy(inputSchema: string | null): ItemJudge {
  if (inputSchema === null) return { issuesOf: () => [] }
  const schema: UserSchema = compileUserSchema(JSON.parse(inputSchema))
  return {
    issuesOf(variables) {
      try {
        const steps = STEPS + JSON.stringify(variables).length
        return schema.check(variables, steps).map(({ path, issue }) => ({
          field: joined('variables', path),
          issue: `received ${receivedAt(variables, path)}; the input schema says: ${issue}`,
        }))
      } catch (error) {
        if (!(error instanceof TooCostly)) throw error
        const issue =
          'received values that the input schema cannot judge in the steps that it has; expected shorter ones'
        return [{ field: 'variables', issue }]
      }
    },
  }
}

/** @throws ApiError VALIDATION_ERROR that names what breaks the schema, by `items[2].variables.name` */
export function requireConforming(
  inputSchema: string | null,
  items: readonly { variables: Record<string, string> }[],
  at: (index: number) => string,
): void {
  const judge = judgeBy(inputSchema)
  const issues: Issue[] = []
  for (const [index, { variables }] of items.entries()) {
    for (const { field, issue } of judge.issuesOf(variables))
      issues.push({ field: joined(at(index), field), issue })
    if (issues.length >= MOST_ISSUES) break
  }
  const [first, ...others] = issues
  if (first) throw validationError(first, ...others.slice(0, MOST_ISSUES - 1))
}

/** What was received, short enough for a message. */
function receivedAt(variables: Record<string, string>, path: string): string {
  if (path === '') return `${Object.keys(variables).length} variables`
  const value = Object.hasOwn(variables, path) ? variables[path] : undefined
  if (value === undefined) return 'nothing'
  return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value)
}

const joined = (place: string, path: string): string =>
  place === '' ? path : path === '' ? place : `${place}.${path}`
