/**
 * Text from targets, documents and receivers, for terminals, CI logs, Markdown and reports. Escapes are visible and in
 * the notation of JSON and JavaScript. Each function leaves text that is already safe as it is, so that it does no harm
 * to apply them twice.
 */

/**
 * Control characters: C0, DEL and C1 (ESC and CSI start terminal sequences), line and paragraph separators, and
 * bidirectional controls, which change the visible order of text (UAX #9, 2).
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same without line feeds and tabs. */
const CONTROLS_IN_LINES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Any character or sign that `foreignText` replaces. */
const UNSAFE = new RegExp(`${CONTROLS.source}|##|::`)

const NAMED: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeOf = (character: string): string =>
  NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Azure Pipelines and the first form of GitHub Actions find a command anywhere in a line: `##vso[`, `##[error]`. */
const COMMAND_ANYWHERE = /##(?=[\w-]*\[)/g
/** GitHub Actions (`::error`) and TeamCity (`##teamcity[`) recognize commands at the start of a line, after spaces. */
const COMMAND_FIRST = /^(\s*)(::|##)/

/**
 * Foreign text for a place within one line.
 * @param text anything that a target, a document or a receiver has sent
 * @returns one line without control characters that no CI reads as a workflow command
 * @example foreignText('a\n::error::b') // 'a\\n::error::b'
 */
export function foreignText(text: string): string {
  if (!UNSAFE.test(text)) return text
  return text
    .replace(CONTROLS, escapeOf)
    .replace(COMMAND_FIRST, (_, blanks: string, [first = '', second = '']: string) => {
      return `${blanks}${escapeOf(first)}${second}`
    })
    .replace(COMMAND_ANYWHERE, `#${escapeOf('#')}`)
}

/**
 * Foreign text of several lines for a page that readers open: line breaks and tabs stay, other control characters are
 * visible.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROLS_IN_LINES, escapeOf)

/**
 * JSON for files that people and CI systems print: the same value, with JSON escapes for the characters that
 * `foreignText` escapes.
 * @param indent spaces per level; default: everything on one line
 */
export const foreignJson = (value: unknown, indent?: number): string =>
  foreignJsonText(JSON.stringify(value, null, indent))

/**
 * As `foreignJson`, for JSON that another library has written.
 * @param json JSON whose line breaks are between values only
 */
export const foreignJsonText = (json: string): string =>
  json
    .replace(CONTROLS, (character) => (character === '\n' ? character : escapeOf(character)))
    .replace(COMMAND_ANYWHERE, `#${escapeOf('#')}`)

/**
 * Foreign text whose line breaks may stay, such as an excerpt that is shown on lines of its own.
 * @param text as for `foreignText`
 * @returns the same lines, each as `foreignText` writes it
 */
export const foreignLines = (text: string): string => text.split(/\r?\n/).map(foreignText).join('\n')
