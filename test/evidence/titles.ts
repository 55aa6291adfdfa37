/**
 * The titles of a test file, read from its source: so that a list which names tests as its proof can be checked
 * without running them.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The functions that name a test, and their modifiers: `test.each`, `describe.skipIf`. */
const NAMING = new Set(['test', 'it', 'describe'])
const known = new Map<string, string[]>()

/**
 * The titles of tests and groups as they are written, templates with their placeholders. Of a table also the first text
 * of each row, which is the name of a case.
 * @throws Error when there is no such file
 */
export function titlesOf(file: string): readonly string[] {
  let titles = known.get(file)
  if (titles === undefined) {
    titles = read(file)
    known.set(file, titles)
  }
  return titles
}

/** Whether a test of the file has a title with `text`. */
export const hasTitle = (file: string, text: string): boolean =>
  text !== '' && titlesOf(file).some((title) => title.includes(text))

function read(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    const first =
      ts.isCallExpression(node) && isNaming(node.expression) ? node.arguments[0] : firstOfRow(node)
    const title = first && textOf(first)
    if (title !== undefined) titles.push(title)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** `test`, `test.each(…)`, `it.each<T>(…)`, `describe.skipIf(…)`. */
function isNaming(callee: ts.Node): boolean {
  if (ts.isIdentifier(callee)) return NAMING.has(callee.text)
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isNaming(callee.expression)
  return ts.isExpressionWithTypeArguments(callee) && isNaming(callee.expression)
}

function firstOfRow(node: ts.Node): ts.Expression | undefined {
  return ts.isArrayLiteralExpression(node) && node.elements.length > 1 ? node.elements[0] : undefined
}

/** The text of a literal; of a template its fixed parts, with an ellipsis for the rest. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}
