const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'worker-src blob:',
].join('; ')

/**
 * Makes a page of Redoc ask the network for nothing: its logo is gone, and a policy in the page keeps the
 * browser from fetching whatever else a later version may want.
 */
export function withoutNetwork(html: string): string {
  return html
    .replace('<head>', `<head>\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, 'data:,')
}

/** The page that leads to the others. */
export function indexPage(pages: readonly { file: string; title: string; summary: string }[]): string {
  const items = pages.map(
    ({ file, title, summary }) =>
      `    <li><a href="${escapeHtml(file)}">${escapeHtml(title)}</a>${summary && `<p>${escapeHtml(summary)}</p>`}</li>\n`,
  )
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta http-equiv="Content-Security-Policy" content="${POLICY}">
  <title>Reference</title>
  <style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
</head>
<body>
  <h1>Reference</h1>
  <ul>
${items.join('')}  </ul>
</body>
</html>
`
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
