/** An error, with the path of the value and the UTF-16 index of the text. */
export interface JsonFault {
  field: string
  issue: string
  at: number
}

/** Ends the scan; never leaves `scanJson`. */
export class Fault extends Error {
  readonly at: number
  constructor(issue: string, at: number) {
    super(issue)
    this.at = at
  }
}

/** A path as a client writes it: `events[2]`, `variables.name`, `variables["a b"]`; `body` for the whole. */
export function fieldOf(path: readonly (string | number)[]): string {
  let field = ''
  for (const step of path) {
    if (typeof step === 'number') field += `[${step}]`
    else if (/^[A-Za-z_$][\w$-]{0,63}$/.test(step)) field += field === '' ? step : `.${step}`
    else field += `[${quote(step)}]`
  }
  return field === '' ? 'body' : field
}

/** The received value goes back to the client, but never at any length. */
export const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

export const quote = (text: string): string => JSON.stringify(shorten(text))

export const hex4 = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')
