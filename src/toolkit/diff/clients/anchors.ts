/** The parts of the contract that the code of a compile error refers to, by the types. */
import type ts from 'typescript'
import { METHODS } from '../../openapi/operations.ts'
import { type Place, placeOfNames } from './places.ts'

interface Anchor {
  place: Place
  /** How directly the error refers to the place. */
  weight: number
}

export interface Anchored {
  anchors: Anchor[]
  /** Names that the compiler puts into its message. */
  names: string[]
  /** Whether the code sends the value, or reads it; undefined where that is not clear. */
  direction: 'request' | 'response' | undefined
}

/** The two programs of a client, which share all files but the types. */
interface Programs {
  ts: typeof ts
  checkers: readonly ts.TypeChecker[]
  isTypesFile(file: ts.SourceFile): boolean
  /** `POST /carts`, by operationId. */
  labels: ReadonlyMap<string, string>
}

const DECLARED = 100
const DIRECT = 90
const NEAR = 70
const INSIDE = 50
const OPERATION = 10
/** Of what a name was declared by, and of the type of an expression. */
const PER_STEP = 0.6

const MAX_DEPTH = 5
const MAX_NODES = 200

export function anchorsOf(programs: Programs, diagnostic: ts.Diagnostic): Anchored {
  const { ts } = programs
  const { file, start = 0, length = 0 } = diagnostic
  const collector = new Collector(programs)
  for (const { file: other, start: at } of diagnostic.relatedInformation ?? [])
    if (other !== undefined && at !== undefined && programs.isTypesFile(other))
      collector.add(collector.placeOf(nodeAt(ts, other, at, 0)), DECLARED)
  const names = [
    ...ts
      .flattenDiagnosticMessageText(diagnostic.messageText, '\n')
      .matchAll(/["'`](?:\\?")?([\w$./{}-]+)(?:\\?")?["'`]/g),
  ].map(([, name = '']) => name)
  if (file === undefined) return { anchors: collector.anchors, names, direction: undefined }
  const node = nodeAt(ts, file, start, length)
  collector.addNode(node, DIRECT)
  collector.addExpected(node, names)
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    collector.addNode(parent.expression, NEAR)
    collector.walk(parent.expression, INSIDE)
  }
  if (ts.isShorthandPropertyAssignment(parent)) collector.addShorthandValue(parent)
  if ('initializer' in parent && parent.initializer !== undefined && parent.initializer !== node)
    collector.walk(parent.initializer as ts.Node, INSIDE)
  collector.walk(node, INSIDE)
  collector.addStatedType(node)
  collector.addCallee(node)
  collector.addCall(node)
  return { anchors: collector.anchors, names, direction: collector.directionOf(node) }
}

/** The innermost node around a span. */
function nodeAt(typescript: typeof ts, file: ts.SourceFile, start: number, length: number): ts.Node {
  let found: ts.Node = file
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end < start + length) return
    found = node
    typescript.forEachChild(node, visit)
  }
  typescript.forEachChild(file, visit)
  return found
}

class Collector {
  readonly anchors: Anchor[] = []
  readonly #programs: Programs
  readonly #seen = new Set<ts.Node>()
  #left = MAX_NODES

  constructor(programs: Programs) {
    this.#programs = programs
  }

  add(place: Place | undefined, weight: number): void {
    if (place !== undefined) this.anchors.push({ place, weight })
  }

  /** The place of a declaration in a file of types: the names of the declarations around it. */
  placeOf(declaration: ts.Node): Place | undefined {
    const { ts, labels } = this.#programs
    const names: string[] = []
    for (let at = declaration; at.parent !== undefined; at = at.parent) {
      if (!ts.isPropertySignature(at) && !ts.isInterfaceDeclaration(at) && !ts.isTypeAliasDeclaration(at))
        continue
      const { name } = at
      if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))
        names.unshift(name.text)
    }
    return placeOfNames(names, labels)
  }

  /** Adds the declarations of a name, and of the type of an expression. */
  addNode(node: ts.Node, weight: number, depth = 0): void {
    const { ts, checkers } = this.#programs
    for (const checker of checkers) {
      const symbol = this.#symbolAt(checker, node)
      if (symbol !== undefined) this.#addSymbol(symbol, weight, depth)
      for (const one of this.#typeSymbols(checker, node)) this.#addSymbol(one, weight * PER_STEP, depth)
    }
    if (!ts.isIndexedAccessTypeNode(node)) return
    this.add(this.#indexedPlace(node), weight)
    this.#addIndexedProperty(node, weight, depth)
  }

  /** `Cart['total']`, where `Cart` is an alias of the client. */
  #addIndexedProperty(
    { objectType, indexType }: ts.IndexedAccessTypeNode,
    weight: number,
    depth: number,
  ): void {
    const { ts, checkers } = this.#programs
    if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return
    for (const checker of checkers) {
      const property = checker.getTypeAtLocation(objectType).getProperty(indexType.literal.text)
      if (property !== undefined) this.#addSymbol(property, weight, depth)
    }
  }

  #typeSymbols(checker: ts.TypeChecker, node: ts.Node): ts.Symbol[] {
    const { ts } = this.#programs
    if (!ts.isExpression(node) && !ts.isTypeNode(node)) return []
    return partsOfType(checker, checker.getTypeAtLocation(node)).flatMap(({ aliasSymbol, symbol }) =>
      [aliasSymbol, symbol].filter((one) => one !== undefined),
    )
  }

  #symbolAt(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
    const { ts } = this.#programs
    const { parent } = node
    if (parent !== undefined && ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
      const name = (parent.propertyName ?? parent.name).getText()
      const property = checker.getTypeAtLocation(parent.parent).getProperty(name)
      if (property !== undefined) return property
    }
    if (
      parent !== undefined &&
      (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) &&
      parent.name === node
    ) {
      const expected = checker
        .getContextualType(parent.parent)
        ?.getProperty(node.getText().replaceAll(/['"]/g, ''))
      if (expected !== undefined) return expected
    }
    const symbol = checker.getSymbolAtLocation(node)
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
      ? checker.getAliasedSymbol(symbol)
      : symbol
  }

  #addSymbol(symbol: ts.Symbol, weight: number, depth: number): void {
    for (const declaration of symbol.declarations ?? [])
      if (this.#programs.isTypesFile(declaration.getSourceFile())) this.#addDeclared(declaration, weight)
      else this.#follow(declaration, weight, depth)
  }

  /** A part of the contract. */
  #addDeclared(declaration: ts.Declaration, weight: number): void {
    this.add(this.placeOf(declaration), weight)
    if (this.#programs.ts.isPropertySignature(declaration))
      this.#addReference(declaration.type, weight * PER_STEP)
  }

  /** A declaration of the client. */
  #follow(declaration: ts.Declaration, weight: number, depth: number): void {
    const { ts } = this.#programs
    if (depth >= MAX_DEPTH || this.#seen.has(declaration)) return
    if (declaration.getSourceFile().isDeclarationFile) return
    this.#seen.add(declaration)
    const next = weight * PER_STEP
    if (ts.isBindingElement(declaration)) this.addNode(declaration.name, next, depth + 1)
    for (const part of partsOf(ts, declaration)) this.walk(part, next, depth + 1)
  }

  /** The variable whose value `{ total }` has. */
  addShorthandValue(node: ts.ShorthandPropertyAssignment): void {
    for (const checker of this.#programs.checkers) {
      const symbol = checker.getShorthandAssignmentValueSymbol(node)
      if (symbol !== undefined) this.#addSymbol(symbol, INSIDE, 0)
    }
  }

  /** The component that a property refers to, itself or for its items. */
  #addReference(type: ts.TypeNode | undefined, weight: number): void {
    const { ts } = this.#programs
    if (type === undefined) return
    if (ts.isIndexedAccessTypeNode(type)) this.add(this.#indexedPlace(type), weight)
    else if (ts.isArrayTypeNode(type)) this.#addReference(type.elementType, weight)
    else if (ts.isUnionTypeNode(type)) for (const one of type.types) this.#addReference(one, weight)
  }

  /** Properties that the message names, where the code has to have them. */
  addExpected(node: ts.Node, names: readonly string[]): void {
    const { ts, checkers } = this.#programs
    const value =
      ts.isPropertyAssignment(node.parent) && node.parent.name === node ? node.parent.initializer : node
    for (const checker of checkers) {
      const expected = ts.isExpression(value)
        ? (checker.getContextualType(value) ?? checker.getTypeAtLocation(value))
        : checker.getTypeAtLocation(value)
      for (const name of names) {
        const property = expected.getProperty(name)
        if (property !== undefined) this.#addSymbol(property, DIRECT, MAX_DEPTH)
      }
    }
  }

  walk(node: ts.Node, weight: number, depth = 0): void {
    const { ts } = this.#programs
    const visit = (at: ts.Node): void => {
      if (this.#left-- <= 0) return
      if (
        ts.isIdentifier(at) ||
        ts.isIndexedAccessTypeNode(at) ||
        ts.isPropertyAccessExpression(at) ||
        (ts.isStringLiteral(at) && ts.isElementAccessExpression(at.parent))
      )
        this.addNode(at, weight, depth)
      const label = ts.isCallExpression(at) ? this.#labelOf(at) : undefined
      if (label !== undefined) this.add([label], weight * PER_STEP)
      if (ts.isStringLiteral(at)) this.#addName(at, weight * PER_STEP)
      ts.forEachChild(at, visit)
    }
    visit(node)
  }

  /** Types and functions of a client may name an operation or a schema: `Input<'addToCart'>`, `Model<'Cart'>`. */
  #addName(node: ts.StringLiteral, weight: number): void {
    const { ts, labels } = this.#programs
    const label = labels.get(node.text)
    if (label !== undefined) this.add([label], weight)
    else if (ts.isLiteralTypeNode(node.parent)) this.add(['schemas', node.text], weight)
  }

  /** `components['schemas']['Cart']`, where the types may no longer have it. */
  #indexedPlace(node: ts.IndexedAccessTypeNode): Place | undefined {
    const { ts, labels } = this.#programs
    const names: string[] = []
    let at: ts.TypeNode = node
    while (ts.isIndexedAccessTypeNode(at)) {
      if (ts.isLiteralTypeNode(at.indexType) && ts.isStringLiteral(at.indexType.literal))
        names.unshift(at.indexType.literal.text)
      at = at.objectType
      if (ts.isParenthesizedTypeNode(at)) at = at.type
      if (ts.isTypeReferenceNode(at) && at.typeArguments?.[0] !== undefined) at = at.typeArguments[0]
    }
    return placeOfNames([at.getText(), ...names], labels)
  }

  /** Adds the object of the method that is called with the node, such as `product.tags` of `product.tags.includes`. */
  addCallee(node: ts.Node): void {
    const { ts } = this.#programs
    const call = node.parent
    if (ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression))
      this.walk(call.expression.expression, INSIDE * PER_STEP)
  }

  /** The type that the declaration around the node states, or the function that returns it. */
  addStatedType(node: ts.Node): void {
    const { ts } = this.#programs
    for (let at = node.parent; at !== undefined; at = at.parent) {
      if (ts.isStatement(at) && !ts.isReturnStatement(at)) return
      const stated = statedBy(ts, at)
      if (stated === undefined) continue
      for (const type of stated) this.walk(type, INSIDE)
      return
    }
  }

  /** `request` inside a call of an operation, `response` where a property is read or the value has another type. */
  directionOf(node: ts.Node): Anchored['direction'] {
    const { ts } = this.#programs
    for (let at = node; at.parent !== undefined && !ts.isFunctionLike(at); at = at.parent)
      if (ts.isCallExpression(at) && this.#labelOf(at) !== undefined) return 'request'
    const isRead = ts.isBindingElement(node.parent) || ts.isPropertyAccessExpression(node.parent)
    return isRead || ts.isPropertyAccessExpression(node) ? 'response' : this.#changedSide(node)
  }

  /** `response` where the code has another value than before. A value that it has to have may also be a part of a response. */
  #changedSide(node: ts.Node): Anchored['direction'] {
    const { ts, checkers } = this.#programs
    if (!ts.isExpression(node)) return undefined
    const differs = (typeBy: (checker: ts.TypeChecker) => ts.Type | undefined) => {
      const texts = checkers.map((checker) => {
        const type = typeBy(checker)
        return type && checker.typeToString(type)
      })
      return new Set(texts).size > 1
    }
    const isReceived = differs((checker) => checker.getTypeAtLocation(node))
    const isExpected = differs((checker) => checker.getContextualType(node))
    return isReceived && !isExpected ? 'response' : undefined
  }

  /** The operation of a call such as `client.POST('/carts', …)` around the node. */
  addCall(node: ts.Node): void {
    const { ts } = this.#programs
    for (let at = node; at.parent !== undefined; at = at.parent) {
      if (!ts.isCallExpression(at)) continue
      const label = this.#labelOf(at)
      if (label === undefined) continue
      const isOwn = node.parent === at || node.parent === at.expression
      this.add([label], isOwn ? DIRECT : OPERATION)
      return
    }
  }

  #labelOf({ expression, arguments: given }: ts.CallExpression): string | undefined {
    const { ts } = this.#programs
    const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined
    const words = given.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : []))
    const path = words.find((word) => word.startsWith('/'))
    const named = [method, ...words].find((word) =>
      (METHODS as readonly string[]).includes(word?.toLowerCase() ?? ''),
    )
    return path !== undefined && named !== undefined ? `${named.toUpperCase()} ${path}` : undefined
  }
}

/** The type with the alternatives of a union and the items of a list. */
function partsOfType(checker: ts.TypeChecker, type: ts.Type): ts.Type[] {
  const alternatives = type.isUnion() ? type.types : [type]
  const items = alternatives.flatMap((one) =>
    checker.isArrayType(one) ? checker.getTypeArguments(one as ts.TypeReference) : [],
  )
  return [type, ...alternatives, ...items]
}

/** The type that a declaration states, or a function for its result; undefined for other nodes. */
function statedBy(typescript: typeof ts, node: ts.Node): ts.TypeNode[] | undefined {
  const isDeclared =
    typescript.isVariableDeclaration(node) ||
    typescript.isPropertyDeclaration(node) ||
    typescript.isParameter(node)
  if (isDeclared) return node.type === undefined ? [] : [node.type]
  return typescript.isFunctionLike(node) && node.type !== undefined ? [node.type] : undefined
}

/** The type and the value that a declaration states. */
function partsOf(typescript: typeof ts, declaration: ts.Declaration): ts.Node[] {
  if (typescript.isTypeAliasDeclaration(declaration)) return [declaration.type]
  if (typescript.isInterfaceDeclaration(declaration)) return [...(declaration.heritageClauses ?? [])]
  if (typescript.isBindingElement(declaration)) return [boundValue(typescript, declaration)]
  if (typescript.isFunctionLike(declaration)) return declaration.type === undefined ? [] : [declaration.type]
  const { type, initializer } = declaration as { type?: ts.Node; initializer?: ts.Node }
  return [type, initializer].filter((part) => part !== undefined)
}

/** The destructured expression, or the type of a destructured parameter. */
function boundValue(typescript: typeof ts, element: ts.BindingElement): ts.Node {
  let at: ts.Node = element
  while (
    typescript.isBindingElement(at) ||
    typescript.isObjectBindingPattern(at) ||
    typescript.isArrayBindingPattern(at)
  )
    at = at.parent
  const { type, initializer } = at as ts.VariableDeclaration | ts.ParameterDeclaration
  return initializer ?? type ?? at
}
