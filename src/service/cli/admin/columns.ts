/** Lists in two columns, 80 characters wide. */

const WIDTH = 80

/** A list of words with what they mean, in two columns. */
export function columns(rows: readonly (readonly [word: string, meaning: string])[]): string {
  const width = Math.max(...rows.map(([word]) => word.length)) + 2
  return rows.map(([word, meaning]) => `  ${word.padEnd(width)}${wrap(meaning, width + 2)}`).join('\n')
}

function wrap(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + word.length + 1 > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
