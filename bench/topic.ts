/** One subject of measurement: a section of docs/internals/performance.md. */
export interface Topic {
  /** Its name on the command line and in the page. */
  name: string
  title: string
  /** Runs it in full; returns Markdown, one table as a rule. Everything in it comes from this one run. */
  run(): Promise<string>
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const thousands = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(0)
