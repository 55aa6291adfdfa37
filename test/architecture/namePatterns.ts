import ts from 'typescript'

/** Tools whose decisions about names are in `src/toolkit/model/`. */
const TOOLS = ['conformance', 'mock', 'docs', 'server', 'requests', 'responses', 'diff', 'lint', 'mutate']

/** Patterns of values that OpenAPI, HTTP or this project defines, each with what it matches. */
export const PATTERNS_OF_VALUES: Readonly<Record<string, string>> = {
  json: 'a media type',
  json$: 'a media type',
  'xml|html': 'a media type',
  yaml: 'a media type',
  'form-urlencoded': 'a media type',
  multipart: 'a media type',
  basic: 'a challenge (RFC 7617)',
  '^bearer$': 'a token type (RFC 6750)',
  'no-store': 'a value of Cache-Control (RFC 9111)',
  '\\bpublic\\b|s-maxage': 'a value of Cache-Control (RFC 9111)',
  'frame-ancestors': 'a directive of Content-Security-Policy',
  'deny|sameorigin': 'a value of X-Frame-Options (RFC 7034)',
  '^ur[il]': 'a format of JSON Schema',
  '^(ur[il]|iri)$': 'a format of JSON Schema',
  '^(2|default)': 'a key of the responses of an operation',
  '^(4|5|default)': 'a key of the responses of an operation',
  aai: 'a schema format of AsyncAPI',
  '-examples$': 'the id of a lint rule',
  '^no-invalid-(media-type|parameter|schema)-examples$': 'the id of a lint rule',
}

/** Methods that change a text by a pattern, and so decide nothing. */
const CHANGES = ['replace', 'replaceAll', 'split']

/** Patterns of name alternatives in a tool, such as `/^(created_?at|created)$/i`, with what to do about them. */
export function namePatterns(path: string, text: string): string[] {
  const [source, toolkit, tool = ''] = path.split('/')
  if (source !== 'src' || toolkit !== 'toolkit' || !TOOLS.includes(tool) || !path.endsWith('.ts')) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const pattern = patternOf(node)
    if (pattern !== undefined && isOfNames(pattern) && PATTERNS_OF_VALUES[pattern] === undefined) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push(
        `${path}:${line} tests names with ${pattern}: move the list into src/toolkit/model/vocabulary.ts. For a pattern of values add it to PATTERNS_OF_VALUES.`,
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Entries of PATTERNS_OF_VALUES that no tool contains. */
export function unusedPatterns(sources: ReadonlyMap<string, string>): string[] {
  const texts = [...sources].filter(([path]) => path.startsWith('src/toolkit/')).map(([, text]) => text)
  return Object.keys(PATTERNS_OF_VALUES).filter((pattern) =>
    texts.every((text) => !text.includes(`/${pattern}/`)),
  )
}

/** The source of a regular expression that decides something. */
function patternOf(node: ts.Node): string | undefined {
  const { parent } = node
  if (ts.isRegularExpressionLiteral(node)) {
    const changes =
      ts.isCallExpression(parent) &&
      ts.isPropertyAccessExpression(parent.expression) &&
      CHANGES.includes(parent.expression.name.text)
    return changes ? undefined : node.text.slice(1, node.text.lastIndexOf('/'))
  }
  const isConstructed =
    ts.isStringLiteralLike(node) && ts.isNewExpression(parent) && parent.expression.getText() === 'RegExp'
  return isConstructed ? node.text : undefined
}

/** Whether a pattern only consists of words, alternatives, optional parts and anchors. */
function isOfNames(pattern: string): boolean {
  const plain = pattern
    .replaceAll(/\(\?(:|<?[=!])/g, '(')
    .replaceAll(/\\b|\\w[*+]?|\[[\w-]+\][*+]?|\.[*+]\??/g, '')
  return /^[\w|?^$()-]+$/.test(plain) && /[A-Za-z]{2}/.test(plain)
}
