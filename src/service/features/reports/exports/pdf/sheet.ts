import { colours, oneLine } from '../page.ts'

type Face = 'regular' | 'bold'

interface TextStyle {
  size: number
  font?: Face
  colour?: string
  /** Points of free space below. */
  after?: number
  /** Points between letters. */
  spacing?: number
}

/** A place to write that goes down the page and on to the next one. All lengths are points. */
export interface Sheet {
  document: PDFKit.PDFDocument
  left: number
  width: number
  /** Where the next element goes. */
  y: number
  /** The lower end of what may be written on. */
  readonly bottom: number
  /** Begins a new page unless `height` is left on this one. @returns whether it did */
  room(height: number): boolean
  /** Leaves space, in points. */
  moveDown(height: number): void
  paragraph(text: string, style: TextStyle): void
  rule(colour: string, thickness: number): void
  /** An entry in the outline that leads here. */
  outline(title: string): void
  /** How wide a text is. */
  measure(text: string, font: Face, size: number): number
  /** One line of text, whose top is at `y`, cut where it does not fit. */
  line(
    text: string,
    x: number,
    y: number,
    style: TextStyle & { width?: number; align?: 'left' | 'right' },
  ): void
  /** A text in lines of at most `width`, the last of at most `most` lines cut short. */
  wrap(text: string, font: Face, size: number, width: number, most: number): string[]
}

const MARGIN = { side: 52, top: 54, bottom: 58 }
/** The height of a line by the size of its letters. */
export const LEADING = 1.36

export function createSheet(document: PDFKit.PDFDocument): Sheet {
  const measured = new Map<string, number>()
  const left = MARGIN.side
  const width = document.page.width - 2 * MARGIN.side
  const bottom = document.page.height - MARGIN.bottom

  /** Words come again and again, and shaping them is what a table costs. */
  const measure = (text: string, font: Face, size: number): number => {
    const key = `${font}${text}`
    let unit = measured.get(key)
    if (unit === undefined) {
      unit = document.font(font).fontSize(100).widthOfString(text) / 100
      measured.set(key, unit)
    }
    return unit * size
  }

  const wrap: Sheet['wrap'] = (text, font, size, most, lines) => {
    const space = measure(' ', font, size)
    const wrapped: string[] = []
    let line = ''
    let used = 0
    for (const word of oneLine(text)
      .split(' ')
      .flatMap((word) => pieces(word, most, (part) => measure(part, font, size)))) {
      const wide = measure(word, font, size)
      if (line !== '' && used + space + wide > most) {
        wrapped.push(line)
        if (wrapped.length === lines)
          return [...wrapped.slice(0, -1), `${line.replace(/.{1,2}$/u, '').trimEnd()}…`]
        line = ''
        used = 0
      }
      used += line === '' ? wide : space + wide
      line = line === '' ? word : `${line} ${word}`
    }
    return [...wrapped, line]
  }

  const sheet: Sheet = {
    document,
    left,
    width,
    bottom,
    y: MARGIN.top,
    measure,
    wrap,
    room(height) {
      if (sheet.y + height <= bottom) return false
      document.addPage()
      sheet.y = MARGIN.top
      return true
    },
    moveDown(height) {
      if (sheet.y > MARGIN.top) sheet.y += height
    },
    paragraph(text, style) {
      const height = style.size * LEADING
      for (const line of wrap(text, style.font ?? 'regular', style.size, width, 60)) {
        sheet.room(height)
        sheet.line(line, left, sheet.y, style)
        sheet.y += height
      }
      sheet.y += style.after ?? 0
    },
    rule(colour, thickness) {
      document
        .moveTo(left, sheet.y)
        .lineTo(left + width, sheet.y)
        .lineWidth(thickness)
        .stroke(colour)
    },
    outline(title) {
      document.outline.addItem(oneLine(title))
    },
    line(text, x, y, { size, font = 'regular', colour = colours.ink, spacing = 0, width: given, align }) {
      const shift = align === 'right' && given !== undefined ? given - measure(text, font, size) : 0
      document.font(font).fontSize(size).fillColor(colour)
      document.text(text, x + shift, y, { lineBreak: false, characterSpacing: spacing })
    },
  }
  return sheet
}

/** A word in parts that fit a line each: addresses and JSON know no spaces. */
function pieces(word: string, most: number, measure: (text: string) => number): string[] {
  if (measure(word) <= most) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of word) {
    const wide = measure(letter)
    if (part !== '' && used + wide > most) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += wide
  }
  return [...parts, part]
}
