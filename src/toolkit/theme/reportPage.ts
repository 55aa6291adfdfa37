/** The frame of a report: one HTML file that opens from disk, loads nothing, and is complete without its script. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FAVICON, LOGO, TOKENS } from './tokens.ts'

export type Verdict = 'failed' | 'passed' | 'partial'

interface ReportParts {
  /** Plain text, like every `title` and `name` here. */
  title: string
  verdict: Verdict
  /** The word of the verdict, such as `Failed`. */
  word: string
  /** The counts behind the verdict and the first finding to fix, as HTML. */
  lead: string
  /** Facts of the run, such as its target. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Anchors of the sections, in their order. */
  sections: readonly { id: string; name: string; count?: number }[]
  /** The sections, as HTML. */
  content: string
}

/** Text as part of HTML or XML, within attributes too. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that are not allowed in XML 1.0 (section 2.2).
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const STYLE = `${TOKENS}\n${asset('report.css')}`
const SCRIPT = asset('report.js')

const MARKS: Readonly<Record<Verdict, string>> = { failed: '✕', passed: '✓', partial: '–' }

/** Nothing is loaded, and only the script of this file runs, whatever a document or a server wrote into the report. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
].join('; ')

/** The whole file. */
export function reportPage({ title, verdict, word, lead, facts, sections, content }: ReportParts): string {
  const details = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`)
  const links = sections.map(
    ({ id, name, count }) =>
      `<a href="#${id}">${name}${count === undefined ? '' : ` <span>${count}</span>`}</a>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="color-scheme" content="light dark">
<title>${MARKS[verdict]} ${escaped(title)}</title>
<link rel="icon" href="${FAVICON}">
<style>${STYLE}</style>
</head>
<body>
<header class="band ${verdict}">
<div class="inner">
<p class="brand">${LOGO}<span>specwright</span></p>
<p class="verdict"><span aria-hidden="true">${MARKS[verdict]}</span> ${word}</p>
<h1>${escaped(title)}</h1>
${lead}
<dl class="run">${details.join('')}</dl>
</div>
</header>
<nav class="sections" aria-label="Sections"><div class="inner">${links.join('')}</div></nav>
<main class="inner">
${content}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

/** A filter above a list: a search field, and boxes or a choice by the values of data attributes, each with its count. */
export function filterBar(
  list: string,
  placeholder: string,
  groups: readonly {
    /** Name of the data attribute. */
    name: string
    legend: string
    /** One of many values is chosen. Default: boxes, for few values. */
    isChoice?: boolean
    values: readonly (readonly [value: string, label: string, count: number])[]
  }[],
): string {
  const boxes = groups.map(({ name, legend, isChoice, values }) => {
    const shown = values.filter(([, , count]) => count > 0)
    if (shown.length === 0) return ''
    if (isChoice) {
      const options = shown.map(
        ([value, label, count]) => `<option value="${value}">${label} (${count})</option>`,
      )
      return `<label>${legend} <select data-filter="${name}"><option value="">All</option>${options.join('')}</select></label>`
    }
    return `<fieldset><legend>${legend}</legend>${shown
      .map(
        ([value, label, count]) =>
          `<label class="${value}"><input type="checkbox" checked data-filter="${name}" value="${value}"><span>${label}</span> <b>${count}</b></label>`,
      )
      .join('')}</fieldset>`
  })
  return `<form class="filters" data-list="${list}" hidden><label class="search">Search <input type="search" placeholder="${placeholder}"></label>${boxes.join('')}<output></output></form>`
}

/** A table in a box of its own, which scrolls instead of the page. */
export const scrollBox = (label: string, table: string): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${table}</div>`

/** Text to copy, below its name: one of several tabs where the script runs. */
export const tab = (name: string, content: string): string =>
  `<section data-tab="${name}"><h3>${name}</h3>${content}</section>`

/** Preformatted text with a button that copies it. */
export const copyable = (label: string, text: string): string =>
  `<div class="copyable"><button type="button" class="copy" hidden aria-label="Copy ${escaped(label)}">Copy</button><pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${escaped(text)}</code></pre></div>`
