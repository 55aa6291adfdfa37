/**
 * Errors at the properties that cause them. The compiler reports an object of a callback, such as the items of
 * `return ids.map((id) => ({ id, size: 1 }))`, at the statement around it.
 */
import type ts from 'typescript'

const MAX_DEPTH = 8

interface Compiler {
  ts: typeof ts
  checker: ts.TypeChecker
}

/** A property of the code, and the one that it has to match. */
interface Mismatch {
  property: ts.Symbol
  expected: ts.Symbol
  types: readonly [own: ts.Type, expected: ts.Type]
}

/**
 * @param program that has the error
 * @returns one error for each property below the place of the error whose type is not the expected one; else the error
 */
export function exactErrors(
  typescript: typeof ts,
  program: ts.Program,
  error: ts.Diagnostic,
): ts.Diagnostic[] {
  const { file, start, length } = error
  if (file === undefined || start === undefined || length === undefined) return [error]
  const checker = program.getTypeChecker()
  const value = valueAt(typescript, file, start, length)
  const expected = value && checker.getContextualType(value)
  if (value === undefined || expected === undefined) return [error]
  const found = mismatches({ ts: typescript, checker }, checker.getTypeAtLocation(value), expected)
  const exact = found.flatMap((mismatch) => errorsAt(checker, mismatch, value, error))
  return exact.length > 0 ? exact : [error]
}

/** The expression of a returned, declared, assigned or passed value. */
function valueAt(
  typescript: typeof ts,
  file: ts.SourceFile,
  start: number,
  length: number,
): ts.Expression | undefined {
  let found: ts.Expression | undefined
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end < start + length) return
    if (typescript.isReturnStatement(node) && node.getStart(file) === start) found = node.expression
    else if (typescript.isVariableDeclaration(node) && node.name.getStart(file) === start)
      found = node.initializer
    else if (typescript.isExpression(node) && node.getStart(file) === start && node.end === start + length)
      found ??= node
    typescript.forEachChild(node, visit)
  }
  typescript.forEachChild(file, visit)
  return found
}

/** The innermost properties whose types differ, also in the items of a list and in the result of a promise. */
function mismatches({ ts, checker }: Compiler, given: ts.Type, wanted: ts.Type, depth = 0): Mismatch[] {
  /** The parts of a union have other properties each, and the properties of a string are its methods. */
  const isObject = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Object) !== 0
  const own = checker.getAwaitedType(given) ?? given
  const expected = checker.getNonNullableType(checker.getAwaitedType(wanted) ?? wanted)
  if (depth > MAX_DEPTH || !isObject(own) || !isObject(expected)) return []
  const [item, expectedItem] = [own.getNumberIndexType(), expected.getNumberIndexType()]
  if (item !== undefined && expectedItem !== undefined)
    return mismatches({ ts, checker }, item, expectedItem, depth + 1)
  return own.getProperties().flatMap((property): Mismatch[] => {
    const counterpart = expected.getProperty(property.name)
    if (counterpart === undefined) return []
    const types = [checker.getTypeOfSymbol(property), checker.getTypeOfSymbol(counterpart)] as const
    if (checker.isTypeAssignableTo(...types)) return []
    const below = mismatches({ ts, checker }, ...types, depth + 1)
    return below.length > 0 ? below : [{ property, expected: counterpart, types }]
  })
}

/** At the declarations of a property within the value. */
function errorsAt(
  checker: ts.TypeChecker,
  { property, expected, types: [own, wanted] }: Mismatch,
  value: ts.Expression,
  error: ts.Diagnostic,
): ts.Diagnostic[] {
  const file = value.getSourceFile()
  const isWithin = (node: ts.Node) =>
    node.getSourceFile() === file && node.pos >= value.pos && node.end <= value.end
  const placeOf = (node: ts.Node) => ({
    file: node.getSourceFile(),
    start: node.getStart(),
    length: node.getWidth(),
  })
  return (property.declarations ?? []).filter(isWithin).map((declaration) => ({
    ...error,
    ...placeOf((declaration as ts.NamedDeclaration).name ?? declaration),
    messageText: `Type '${checker.typeToString(own)}' is not assignable to type '${checker.typeToString(wanted)}'.`,
    relatedInformation: (expected.declarations ?? []).map((one) => ({
      ...placeOf(one),
      category: error.category,
      code: error.code,
      messageText: `The expected type comes from property '${expected.name}'.`,
    })),
  }))
}
