/**
 * Ajv compiles a schema together with all that its references lead to, which in a large document is nearly everything.
 * With this, it compiles the target of a reference when a value first reaches it.
 */
import type { Ajv2020, AnySchemaObject, KeywordCxt, ValidateFunction } from 'ajv/dist/2020.js'
import { compileSchema, resolveSchema, SchemaEnv } from 'ajv/dist/compile/index.js'
import { inlineRef, resolveUrl } from 'ajv/dist/compile/resolve.js'
import type { CodeKeywordDefinition } from 'ajv/dist/types/index.js'

export function compileReferencesOnUse(engine: Ajv2020): void {
  const rule = engine.RULES.all.$ref
  if (typeof rule !== 'object') return
  const definition = rule.definition as CodeKeywordDefinition
  const { code } = definition
  definition.code = (context) => {
    const target = targetOf(context)
    const validate = target?.validate
    // Code looks up the validator of a schema that has none in each call.
    if (target) delete target.validate
    code(context)
    if (target && validate) target.validate = validate
  }
}

/** Adds a schema that has no identifiers and anchors, which Ajv would search the whole schema for. */
export function addWithoutIdentifiers(engine: Ajv2020, schema: AnySchemaObject, baseId: string): void {
  const added = new SchemaEnv({ schema, schemaId: '$id', baseId, localRefs: {} })
  engine.schemas[baseId] = added
  engine.refs[baseId] = added
}

/** The schema of a reference; undefined where Ajv copies it into the place of the reference, or cannot find it. */
function targetOf({ it, schema }: KeywordCxt): SchemaEnv | undefined {
  const { self, baseId, opts, schemaEnv } = it
  const { root } = schemaEnv
  const reference = resolveUrl(opts.uriResolver, baseId, String(schema))
  const known = root.refs[reference]
  if (known !== undefined) return known instanceof SchemaEnv ? known : undefined
  const entry = self.refs[reference]
  if (typeof entry === 'string') return undefined
  const found = entry ?? resolveSchema.call(self, root, reference)
  if (found === undefined || inlineRef(found.schema, opts.inlineRefs)) return undefined
  if (found !== entry) found.validate ??= compilingOnUse(found, (schema) => compileSchema.call(self, schema))
  root.refs[reference] = found
  return found
}

function compilingOnUse(schema: SchemaEnv, compile: (schema: SchemaEnv) => void): ValidateFunction {
  const first = ((data, context) => {
    delete schema.validate
    try {
      compile(schema)
    } finally {
      schema.validate ??= first
    }
    return (schema.validate as ValidateFunction)(data, context)
  }) as ValidateFunction
  return first
}
