/** The geometry of a chart, in points, for whatever paints it: the PDF and the SVG of the page are the same drawing. */
import type { ReportChart } from '../../../../../generated/openapi.v1.ts'
import { labelsOf, scaleOf, tickLabel } from './chartScale.ts'
import { categoriesInWords, colours, oneLine, show } from './page.ts'

export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; colour: string }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; colour: string }
  | {
      kind: 'text'
      x: number
      /** Of the baseline. */
      y: number
      anchor: 'start' | 'middle' | 'end'
      size: number
      text: string
      colour: string
    }

interface Drawing {
  width: number
  height: number
  shapes: Shape[]
}

const LABEL = 7.5
/** The width of a letter is about this part of its size. */
const LETTER = 0.56

/** @param width points that the drawing may be wide */
export function drawChart(chart: ReportChart, width: number): Drawing {
  const drawing = chart.kind === 'columns' ? drawColumns(chart, width) : drawBars(chart, width)
  return { ...drawing, shapes: drawing.shapes.map(rounded) }
}

/** The values of one category, stacked or next to each other. */
const valuesAt = ({ series }: ReportChart, index: number) =>
  series.map(({ values, tone }) => ({ value: values[index] ?? 0, colour: colours[tone] }))

/** The largest value that a bar reaches. */
export function reach(chart: ReportChart): number {
  const reaches = chart.categories.map((_, index) => {
    const values = valuesAt(chart, index).map(({ value }) => value)
    return chart.stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  return Math.max(0, ...reaches)
}

function drawColumns(chart: ReportChart, width: number): Drawing {
  const { unit } = chart
  const categories = categoriesInWords(chart)
  const head = chart.series.length > 1 ? 20 : 6
  const plot = { left: 46, top: head, width: width - 50, height: 128 }
  const bottom = plot.top + plot.height
  const scale = scaleOf(reach(chart), unit)
  const labels = labelsOf(scale, unit)
  const shapes = legend(chart, width)
  for (const tick of scale.ticks) {
    const y = bottom - (tick / scale.max) * plot.height
    shapes.push(
      { kind: 'line', x1: plot.left, y1: y, x2: plot.left + plot.width, y2: y, colour: colours.rule },
      text(plot.left - 5, y + 2.6, 'end', tickLabel(tick, labels)),
    )
  }
  const slot = plot.width / categories.length
  const columnWidth = Math.min(slot * 0.68, 34)
  const longest = Math.max(...categories.map((label) => label.length))
  const every = Math.ceil((longest * LABEL * LETTER + 8) / slot)
  for (const [index, category] of categories.entries()) {
    const centre = plot.left + slot * (index + 0.5)
    const values = valuesAt(chart, index)
    let base = bottom
    for (const [place, { value, colour }] of values.entries()) {
      const height = (value / scale.max) * plot.height
      const each = chart.stacked ? columnWidth : columnWidth / values.length
      const x = centre - columnWidth / 2 + (chart.stacked ? 0 : place * each)
      if (height > 0) shapes.push({ kind: 'rect', x, y: base - height, width: each, height, colour })
      if (chart.stacked) base -= height
    }
    if (index % every === 0) shapes.push(text(centre, bottom + 11, 'middle', category))
  }
  return { width, height: bottom + 16, shapes }
}

function drawBars(chart: ReportChart, width: number): Drawing {
  const { categories, unit } = chart
  const head = namesAreBars(chart) || chart.series.length < 2 ? 4 : 20
  const left = Math.min(
    180,
    Math.max(...categories.map((label) => Math.min(34, oneLine(label).length))) * LABEL * LETTER + 14,
  )
  const plotWidth = width - left - 62
  const most = reach(chart) || 1
  const lines = chart.stacked ? 1 : chart.series.length
  const thickness = lines > 1 ? 8 : 11
  const slot = lines * thickness + 9
  const shapes = legend(chart, width)
  for (const [index, category] of categories.entries()) {
    const top = head + index * slot
    const middle = top + (lines * thickness) / 2
    shapes.push(text(left - 6, middle + 2.6, 'end', cut(oneLine(category), 34), colours.ink))
    const values = valuesAt(chart, index)
    let x = left
    for (const [line, { value, colour }] of values.entries()) {
      const y = chart.stacked ? top : top + line * thickness
      const length = (value / most) * plotWidth
      if (length > 0)
        shapes.push({ kind: 'rect', x, y, width: length, height: thickness - (lines > 1 ? 1 : 0), colour })
      if (chart.stacked) x += length
      else shapes.push(text(left + length + 5, y + thickness - 2, 'start', show(value, unit)))
    }
    if (chart.stacked) {
      const total = values.reduce((sum, { value }) => sum + value, 0)
      shapes.push(text(x + 5, middle + 2.6, 'start', show(total, unit)))
    }
  }
  const height = head + categories.length * slot
  shapes.push({ kind: 'line', x1: left, y1: head - 4, x2: left, y2: height - 4, colour: colours.rule })
  return { width, height, shapes }
}

/** Whether each series is a bar of its own, whose name is next to it already. */
const namesAreBars = ({ categories, series }: ReportChart): boolean =>
  categories.length === series.length && series.every(({ label }, index) => label === categories[index])

/** The names of the series with their colours, at the upper right; a single series needs none. */
function legend(chart: ReportChart, width: number): Shape[] {
  const { series } = chart
  if (series.length < 2 || namesAreBars(chart)) return []
  const shapes: Shape[] = []
  let x = width
  for (const { label, tone } of [...series].reverse()) {
    x -= label.length * LABEL * LETTER + 4
    shapes.push(text(x, 9, 'start', label))
    x -= 11
    shapes.push({ kind: 'rect', x, y: 3, width: 7, height: 7, colour: colours[tone] })
    x -= 10
  }
  return shapes
}

const text = (
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end',
  words: string,
  colour: string = colours.muted,
): Shape => ({ kind: 'text', x, y, anchor, size: LABEL, text: words, colour })

const cut = (words: string, most: number) => {
  const letters = [...words]
  return letters.length <= most ? words : `${letters.slice(0, most - 1).join('')}…`
}

/** Hundredths of a point are enough, and the same on every machine. */
function rounded(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([key, value]) => [
    key,
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ])
  return Object.fromEntries(entries) as Shape
}
