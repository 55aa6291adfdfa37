/** Finds a place in the text of a JSON file without building a tree, which for large documents takes a second. */

/** The offset of the member or item that the tokens lead to, or of the last one on the way that is there. */
export function offsetIn(text: string, tokens: readonly string[]): number {
  let at = blanks(text, 0)
  let found = at
  for (const token of tokens) {
    const next =
      text[at] === '{'
        ? member(text, at, token)
        : text[at] === '['
          ? item(text, at, Number(token))
          : undefined
    if (next === undefined) break
    found = next.start
    at = next.value
  }
  return found
}

interface Found {
  /** Of a member its name, of an item itself. */
  start: number
  value: number
}

function member(text: string, open: number, name: string): Found | undefined {
  let at = blanks(text, open + 1)
  while (text[at] === '"') {
    const end = stringEnd(text, at)
    const key = JSON.parse(text.slice(at, end)) as string
    const value = blanks(text, blanks(text, end) + 1)
    if (key === name) return { start: at, value }
    at = blanks(text, valueEnd(text, value))
    if (text[at] === ',') at = blanks(text, at + 1)
  }
  return undefined
}

function item(text: string, open: number, index: number): Found | undefined {
  let at = blanks(text, open + 1)
  for (let passed = 0; at < text.length && text[at] !== ']'; passed++) {
    if (passed === index) return { start: at, value: at }
    at = blanks(text, valueEnd(text, at))
    if (text[at] === ',') at = blanks(text, at + 1)
  }
  return undefined
}

function blanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}

function stringEnd(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Behind the value at `from`, whatever is in it. */
function valueEnd(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === '"') {
      at = stringEnd(text, at)
      if (depth === 0) return at
      continue
    }
    if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (letter === ',' && depth === 0) return at
    at++
  }
  return at
}
