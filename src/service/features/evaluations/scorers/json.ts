/** Reads the output as JSON; a fence of Markdown around it, as models like to make, is left out of account. */
export function parseOutput(output: string): { value: unknown } | undefined {
  const text = output.trim()
  const fenced = /^```(?:json)?[ \t]*\r?\n([\s\S]*)\r?\n```$/.exec(text)?.[1]
  try {
    return { value: JSON.parse(fenced ?? text) }
  } catch {
    return undefined
  }
}
