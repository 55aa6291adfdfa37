import { COLORS } from 'specwright/theme'
import type { EnvironmentName } from '../server/handler.ts'
import { COPY_SCRIPT } from './copyButton.ts'
import { Html, html } from './html.ts'
import { STYLE } from './style.ts'

const [ACCENT] = COLORS.accent

const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="${ACCENT}"/><path d="M9 11l5 5-5 5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/><path d="M17 21h6.5" stroke="#a5e3d8" stroke-width="2.6" stroke-linecap="round"/></svg>`

const ICON = `data:image/svg+xml,${encodeURIComponent(MARK.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'))}`

interface Look {
  /** For lists and tables. */
  wide?: true
  /** Whether the script of the copy button is part of the page. */
  hasCopyButton?: true
}

/** A whole page around `content`. */
export function layout(
  environment: EnvironmentName,
  title: string,
  content: Html,
  { wide, hasCopyButton }: Look = {},
): string {
  const badge = environment === 'development' && html`<span class="badge">Development</span>`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Prompt Service</title>
<link rel="icon" href="${ICON}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<header class="brand">${new Html(MARK)}<span>Prompt Service</span>${badge}</header>
<main${wide && html` class="wide"`}>
${content}
</main>
${hasCopyButton && html`<script>${new Html(COPY_SCRIPT)}</script>`}</body>
</html>
`.text
}
