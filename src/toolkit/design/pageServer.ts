/** Serves the pages of `docs` to a browser, and notifies open pages of new content. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSite } from '../docs/index.ts'
import { untrustedHost } from '../network/trustedRequest.ts'
import { withDeprecations } from '../openapi/deprecationNotes.ts'
import type { JsonObject } from '../openapi/document.ts'
import { foreignLines } from '../openapi/foreignText.ts'

export interface PageServer {
  port: number
  /** Shows a new state of a document, at the operation that changed. */
  show(name: string, tree: JsonObject, operation: string | undefined): void
  /** Shows that the document cannot be read now; what was shown before stays. */
  broken(name: string, message: string, since: string): void
  close(): Promise<void>
}

/** A state of a document: as JSON, and as pages, which are built when one of them is requested. */
interface Shown {
  text: string
  pages?: Map<string, string>
}

const HTML = 'text/html; charset=utf-8'
const SCRIPTS = 'text/javascript; charset=utf-8'
const TYPES = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', HTML],
  ['js', SCRIPTS],
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
])

/** @throws the listener's error, such as EADDRINUSE */
export async function servePages(
  names: readonly string[],
  { host, port, allowedHosts }: { host: string; port: number; allowedHosts?: readonly string[] },
): Promise<PageServer> {
  const shown = new Map<string, Shown>()
  /** The warning of each document that cannot be read now: for open pages, and for those opened later. */
  const warnings = new Map<string, string>()
  const listeners = new Set<ServerResponse>()
  const eventText = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

  const pagesOf = (name: string): Map<string, string> => {
    const state = shown.get(name)
    if (state === undefined) return new Map()
    state.pages ??= pagesFrom(name, state.text)
    return state.pages
  }

  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const pathname = decoded((request.url ?? '/').split(/[?#]/, 1)[0] ?? '')
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const leadTo = (location: string) =>
      response.writeHead(302, { Location: location, 'Cache-Control': 'no-store' }).end()
    const untrusted = untrustedHost(request.headers, host, allowedHosts)
    if (untrusted !== undefined) return send(421, 'text/plain; charset=utf-8', `${untrusted}\n`)
    if (pathname === undefined) return send(400, 'text/plain', 'The path is not valid percent-encoding.\n')
    if (pathname === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.write(': connected\n\n')
      for (const [name, warning] of warnings) response.write(eventText('broken', { name, warning }))
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
      return
    }
    if (pathname === '/design.js') return send(200, SCRIPTS, SCRIPT)
    if (pathname === '/') return leadTo(`/${names[0]}`)
    const [, name = '', isJson, path] = /^\/([\w-]+?)(?:(\.json)|\/(.*))?$/s.exec(pathname) ?? []
    if (!names.includes(name))
      return send(404, 'text/plain', `There is ${names.map((one) => `/${one}`).join(', ')}.\n`)
    const state = shown.get(name)
    if (isJson !== undefined) {
      if (state === undefined) return send(503, 'text/plain', `${name} could not be read yet.\n`)
      return send(200, 'application/json', state.text)
    }
    const dressed = (html: string, warning = warnings.get(name)) => withBar(html, name, names, warning)
    if (state === undefined) return send(200, HTML, dressed(emptyPage(name)))
    const home = `/${name}/reference/${name}/index.html`
    if (path === undefined || path === '') return leadTo(home)
    let pages: ReadonlyMap<string, string>
    try {
      pages = pagesOf(name)
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error))
      return send(500, HTML, dressed(emptyPage(name), `The pages cannot be built: ${foreignLines(message)}`))
    }
    const operation = /^at\/(.+)$/.exec(path)?.[1]
    if (operation !== undefined) return leadTo(placeOf(pages, name, operation) ?? home)
    const file = pages.get(path)
    if (file === undefined) return leadTo(home)
    const extension = /\.(\w+)$/.exec(path)?.[1] ?? ''
    return send(
      200,
      TYPES.get(extension) ?? 'text/plain; charset=utf-8',
      extension === 'html' ? dressed(file) : file,
    )
  }
  const server = createServer((request, response) => {
    try {
      respond(request, response)
    } catch {
      // A page of any site can send a request: none may end the loop.
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
      response.end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const report = (event: string, data: object) => {
    for (const listener of listeners) listener.write(eventText(event, data))
  }
  return {
    port: (server.address() as AddressInfo).port,
    show(name, tree, operation) {
      warnings.delete(name)
      shown.set(name, { text: JSON.stringify(withDeprecations(tree)) })
      report('show', { name, operation })
    },
    broken(name, message, since) {
      const warning = `The document cannot be read since ${since}; this page shows the last readable state.\n${foreignLines(message)}`
      warnings.set(name, warning)
      report('broken', { name, warning })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Undefined for a path that is not valid percent-encoding. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** The pages of `docs` for one document. */
function pagesFrom(name: string, text: string): Map<string, string> {
  const source = {
    tree: JSON.parse(text) as JsonObject,
    positionAt: () => ({ line: 1, column: 1 }),
    rangeAt: () => undefined,
  }
  return buildSite({ root: '.', documents: { [name]: `${name}.json` }, read: () => source })
}

/** The page with an operation, by the operation's anchor. */
function placeOf(pages: ReadonlyMap<string, string>, name: string, operation: string): string | undefined {
  for (const [path, html] of pages)
    if (path.endsWith('.html') && html.includes(` id="${operation}"`))
      return `/${name}/${path}#${encodeURIComponent(operation)}`
  return undefined
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const emptyPage = (name: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${name}</title></head>\n<body>\n<p>${name} could not be read yet.</p>\n</body>\n</html>\n`

/** Adds the warning, the other documents and the script that follows changes. */
function withBar(html: string, name: string, names: readonly string[], warning: string | undefined): string {
  const others = names.map((one) => (one === name ? `<b>${one}</b>` : `<a href="/${one}">${one}</a>`))
  const added = [
    '<style>',
    '#bar { display: none; position: fixed; z-index: 999; inset: auto 0 0 0; padding: .75rem 1rem; background: #7f1d1d; color: #fff; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; max-height: 40vh; overflow: auto }',
    '#others { position: fixed; z-index: 998; right: 1rem; bottom: .5rem; font: 13px system-ui, sans-serif; background: #fff; color: #222; padding: .1rem .5rem; border-radius: 4px }',
    '</style>',
    `<div id="bar" role="alert"${warning === undefined ? '' : ' style="display: block"'}>${escapeHtml(warning ?? '')}</div>`,
    names.length > 1 ? `<nav id="others" aria-label="Documents">${others.join(' · ')}</nav>` : '',
    `<script src="/design.js" data-name="${name}"></script>`,
  ]
  return html.replace('</body>', () => `${added.join('\n')}\n</body>`)
}

/** Follows changes: shows the operation that changed, or why the document cannot be read. */
const SCRIPT = `const { name } = document.currentScript.dataset
const bar = document.getElementById('bar')
const events = new EventSource('/events')
events.addEventListener('show', ({ data }) => {
  const shown = JSON.parse(data)
  if (shown.name !== name) return
  if (shown.operation) location.href = '/' + name + '/at/' + encodeURIComponent(shown.operation)
  else location.reload()
})
events.addEventListener('broken', ({ data }) => {
  const told = JSON.parse(data)
  if (told.name !== name) return
  bar.textContent = told.warning
  bar.style.display = 'block'
})
`
