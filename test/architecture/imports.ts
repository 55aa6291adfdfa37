import { posix } from 'node:path'
import ts from 'typescript'

/** The text of each file by its path from the project's folder, with slashes. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  from: string
  /** As written. */
  specifier: string
  /** The path from the project's folder for a relative one, else undefined. */
  to: string | undefined
  /** Nothing of it is left when the program runs: `import type`, `export type … from`. */
  typeOnly: boolean
}

/** Every import, export-from and import() of the given files, those of types included. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => ({
      from,
      specifier: fileName,
      typeOnly: isTypeOnly(text.slice(0, pos)),
      to: fileName.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), fileName)) : undefined,
    })),
  )
}

/** @param before the text up to the specifier of an import or export */
const isTypeOnly = (before: string): boolean => {
  const statements = [...before.matchAll(/^(?:import|export)\b( type\b)?/gm)]
  return statements.at(-1)?.[1] !== undefined
}

/** Every file that is loaded with one, itself left out. */
export function loadedWith(entry: string, imports: readonly Import[]): string[] {
  const loaded = new Set([entry])
  for (const file of loaded)
    for (const { from, to, typeOnly } of imports)
      if (from === file && to !== undefined && !typeOnly) loaded.add(to)
  return [...loaded].slice(1)
}

/** Circles among the imports, each once, as the paths on the way round. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of imports)
    if (to !== undefined) targets.set(from, [...(targets.get(from) ?? []), to])
  const done = new Set<string>()
  const circles: string[][] = []
  const visit = (file: string, way: string[]) => {
    const start = way.indexOf(file)
    if (start >= 0) circles.push([...way.slice(start), file])
    if (start >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return circles
}

/** Where a file reads `process.argv` or `process.env`, or imports them from `node:process`. */
export function processReads(path: string, text: string): number[] {
  if (!text.includes('process')) return [] // seconds, for all files
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lines: number[] = []
  const found = (node: ts.Node) => lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)
  const named = (name: ts.Node | undefined) => name !== undefined && /^(argv|env)$/.test(name.getText())
  const visit = (node: ts.Node) => {
    const member =
      ts.isPropertyAccessExpression(node) && /^(globalThis\.)?process$/.test(node.expression.getText())
    if (member && named(node.name)) found(node)
    if (ts.isVariableDeclaration(node) && node.initializer?.getText() === 'process') found(node)
    const imported = ts.isImportSpecifier(node) && node.parent.parent.parent.moduleSpecifier.getText()
    if (imported && /^'(node:)?process'$/.test(imported) && named(node.propertyName ?? node.name)) found(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}
