/** The blocks of a page that a program runs, and how they are run. */

/**
 * A block of code that its page declares as a step, by the words after the language:
 * - `yaml file=conform.yaml`: a file that the reader writes.
 * - `sh`, `sh exit=1`, `sh background`: commands. `sh skip=docker` names the tool that a test cannot use.
 * - `text output`: what the commands above print. `text output from=2. lines=4` shows four lines from the first that begins
 *   with `2.`, `from=#` those from the first that begins with a number and a space.
 */
export type Step =
  | { kind: 'file'; name: string; text: string }
  | { kind: 'run'; script: string; exit: number; background: boolean; output?: Output }
  | { kind: 'skip'; reason: string; script: string }

/** The printed output of a step, and its place in the page. */
export interface Output {
  text: string
  start: number
  end: number
  /** The part that is shown. */
  from: string
  lines: number
}

const FENCE = /^( *)(`{3,})(\w+)([^\n`]*)\n([\s\S]*?)^\1\2 *$/gm

const infoOf = (words: string): Map<string, string> =>
  new Map(
    words
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((word): [string, string] => {
        const [name = '', value = ''] = word.split('=', 2)
        return [name, value]
      }),
  )

/**
 * The steps of a page, in order.
 * @throws Error for an output without commands above it
 */
export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = []
  for (const match of markdown.matchAll(FENCE)) {
    const [whole, indent = '', fence = '', language = '', words = '', body = ''] = match
    const info = infoOf(words)
    const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const file = info.get('file')
    if (file !== undefined) steps.push({ kind: 'file', name: file, text })
    else if (language === 'sh') steps.push(runStep(text, info))
    else if (language === 'text' && info.has('output')) {
      const last = steps.at(-1)
      if (last?.kind !== 'run' || last.output !== undefined)
        throw new Error(`There are no commands above this output:\n${text}`)
      const start = match.index + whole.indexOf('\n') + 1
      const end = match.index + whole.length - fence.length - indent.length
      const lines = Number(info.get('lines') ?? Number.POSITIVE_INFINITY)
      last.output = { text, start, end, from: info.get('from') ?? '', lines }
    }
  }
  return steps
}

function runStep(script: string, info: ReadonlyMap<string, string>): Step {
  const reason = info.get('skip')
  if (reason !== undefined) return { kind: 'skip', reason, script }
  return { kind: 'run', script, exit: Number(info.get('exit') ?? 0), background: info.has('background') }
}

/** The part of printed text that an output shows. */
export function shownPart(printed: string, { from, lines }: Output): string {
  const all = printed.split('\n')
  const first = all.findIndex((line) => (from === '#' ? /^\d+ /.test(line) : line.startsWith(from)))
  return first < 0 ? `No line begins with ${from}:\n${printed}` : all.slice(first, first + lines).join('\n')
}

/**
 * Output without what differs from run to run: times, counts of requests, random ids.
 * @example comparable('393 requests in 3.6 s') // '# requests in # s'
 */
export const comparable = (text: string): string =>
  text
    .replaceAll(/^.*\brequests in [\d.]+ m?s.*$/gm, (line) => line.replaceAll(/[\d.]+/g, '#'))
    .replaceAll(/^ {2}# .*$/gm, (line) => line.replaceAll(/\d+/g, '#'))
    .replaceAll(/^Writes: .*$/gm, (line) => line.replaceAll(/\d+/g, '#'))
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '#')
    .replaceAll(/\b[\d.]+ ?(?:ms|s)\b/g, '#')
    .replaceAll(/--data-binary '[^']*'|\bid-\w{8}\b|[0-9a-f]{32}/g, '#')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\bwhsec_\w+\b/g, '#')
    .replaceAll(/time="[\d.]+"/g, '#')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()

/** The page with the output that was printed now. Output that differs only in times stays as it is. */
export function withOutputs(markdown: string, outputs: ReadonlyMap<Output, string>): string {
  let page = markdown
  const places = [...outputs].sort(([a], [b]) => b.start - a.start)
  for (const [{ start, end, text }, printed] of places)
    if (comparable(text) !== comparable(printed))
      page = `${page.slice(0, start)}${printed.trimEnd()}\n${page.slice(end)}`
  return page
}
