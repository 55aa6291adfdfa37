/** The page that file servers send for an address without a page. */
import { FAVICON, TOKENS } from '../theme/tokens.ts'
import type { Chapter } from './blocks.ts'
import { plainText } from './markdown.ts'
import { quoted } from './sanitize.ts'

const STYLE = `${TOKENS}
body{margin:0 auto;max-width:40rem;padding:4rem 1rem;font:1rem/1.6 var(--sans);color:var(--ink);background:var(--paper)}
a{color:var(--accent)}h1{line-height:1.2}`

/** It may be sent for an address in any folder, so it finds the root of the site by the folders that a site has. */
const SCRIPT = `
const [root] = location.pathname.split(/(?<=\\/)(?:reference|guides|assets)\\//)
for (const link of document.querySelectorAll('a')) link.href = root.replace(/[^/]*$/, '') + link.getAttribute('href')
`

/** @param site its pages are linked by chapter */
export function missingPage({ title, chapters }: { title: string; chapters: readonly Chapter[] }): string {
  const entries = chapters.flatMap(({ title: name, entries: [first] }) =>
    first === undefined ? [] : [`<li><a href="${quoted(first.href)}">${quoted(plainText(name))}</a></li>`],
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Page not found – ${quoted(plainText(title))}</title>
<link rel="icon" href="${FAVICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>There is no page at this address. It may have moved.</p>
<ul><li><a href="index.html">${quoted(plainText(title))}</a></li>${entries.join('')}</ul>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}
