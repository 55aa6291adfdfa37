import type { ResponseCheck } from '../finding.ts'

/**
 * Lines that runtimes write for their developers: Node.js, Python, Java and .NET, Ruby, Go, PHP. Repetitions that anything
 * can begin are bounded, for the text is the target's.
 */
const TRACES = [
  /(\\n|\n)\s{1,80}at [^\n]{0,300}?(\.[cm]?[jt]sx?|\bnode:[\w/]+|<anonymous>):\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /(\\n|\n)(\\t|\s{1,80})at [\w$.]+\([\w$]+\.(java|kt|scala):\d+\)/,
  /(\\n|\n)\s{1,80}at [\w.<>`]+\([^)\n]*\) in [^\n]+:line \d+/,
  /[\w/.-]{1,80}\.rb:\d+:in [`'’]/,
  /goroutine \d+ \[running\]/,
  /(\\n|\n)#\d+ [\w/.-]+\.php\(\d+\): /,
]

/** The name of a table or a column; drivers quote it, and JSON escapes the quotes. */
const QUOTED = String.raw`\\?["\x60[]\w[\w.]{0,80}\\?["\x60\]]`
const NAME = String.raw`(?:${QUOTED}|\w[\w.]{0,80})`
/** Text that follows a column in a statement, and hardly ever a word in a sentence. */
const VALUE = String.raw`(?:\$\d|\?|:\w|@\w|'|\\?"|\d|null\b)`
const CLAUSE = String.raw`(?:as|where|join|inner|left|order by|group by|limit)\b`

/** Statements of a database. Sentences with the same words have no list of columns, placeholder or comparison. */
const STATEMENTS = [
  String.raw`insert into (?:${NAME}\.)?${NAME} ?\([^)]{1,2000}\) ?(?:values|select|returning)\b`,
  String.raw`select (?:distinct )?(?:\*|\w{1,40}\(|${QUOTED}|${NAME}(?:[.,]| as ))[^;]{0,2000}? from (?:${QUOTED}|${NAME} ${CLAUSE})`,
  `update ${NAME} set ${NAME} ?= ?${VALUE}`,
  String.raw`delete from ${NAME} where (?:${NAME}\.)?${NAME} ?(?:[=<>]|(?:in|is|like)\b)`,
].map((source) => new RegExp(String.raw`(?:\b|\\n)` + source.replaceAll(' ', String.raw`(?:\s|\\n)`), 'i'))

/** An error shows its reason and not its origin in the server (CWE-209; OWASP API8:2023). */
export const noStackTrace: ResponseCheck = function* ({ exchange }) {
  if (exchange.status < 400) return
  const text = exchange.body.toString('utf8', 0, 20_000)
  const details = { status: exchange.status }
  const trace = firstOf(TRACES, text)
  if (trace !== undefined) yield { code: 'stack-trace', received: trace, details, provenance: 'decided' }
  const statement = firstOf(STATEMENTS, text)
  if (statement !== undefined)
    yield { code: 'sql-statement', received: statement, details, provenance: 'decided' }
}

const firstOf = (patterns: readonly RegExp[], text: string): string | undefined =>
  patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])[0]?.slice(0, 60)
