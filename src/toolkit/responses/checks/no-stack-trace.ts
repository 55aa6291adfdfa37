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

/** An error tells its reason and not where in the server it arose (CWE-209; OWASP API8:2023). */
export const noStackTrace: ResponseCheck = function* ({ exchange }) {
  if (exchange.status < 400) return
  const text = exchange.body.toString('utf8', 0, 20_000)
  const found = TRACES.map((trace) => trace.exec(text)).find((hit) => hit !== null)
  if (found === undefined || found === null) return
  yield {
    code: 'stack-trace',
    received: found[0].slice(0, 60),
    details: { status: exchange.status },
    provenance: 'decided',
  }
}
