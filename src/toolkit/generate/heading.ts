/** The first line of a generated file. */

/** What makes the files of documents that follow no layout of ours. */
export const ANYWHERE = 'specwright generate'

/** @param by the command, @param source the document, from the root of the project */
export const headingOf = (by: string, source: string): string =>
  `// Made by \`${by}\` from ${source}; change that instead.`

/** Whether a file with this first line is made by `generate DOCUMENT` from the document. */
export const isHeadingOf = (line: string, source: string): boolean => line === headingOf(ANYWHERE, source)
