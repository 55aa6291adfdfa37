/** Serves the reference of each document to a browser, and tells it when there is something new to show. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { foreignLines } from '../contract/foreignText.ts'
import type { JsonObject } from '../contract/index.ts'
import { withDeprecations } from '../docs/deprecation.ts'
import { untrustedHost } from '../network/trustedRequest.ts'

export interface PageServer {
  port: number
  /** Shows a new state of a document, at the operation that changed. */
  show(name: string, tree: JsonObject, operation: string | undefined): void
  /** Tells that the document cannot be read now; what was shown before stays. */
  broken(name: string, message: string, since: string): void
  close(): Promise<void>
}

/** @throws the listener's error, such as EADDRINUSE; Error where Redoc is not installed */
export async function servePages(
  names: readonly string[],
  { host, port, allowedHosts }: { host: string; port: number; allowedHosts?: readonly string[] },
): Promise<PageServer> {
  const redoc = readRedoc()
  const texts = new Map<string, string>()
  /** The warning of each document that cannot be read now: for the pages that are open, and for those opened later. */
  const warnings = new Map<string, string>()
  const listeners = new Set<ServerResponse>()
  const eventText = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const send = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache' })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const untrusted = untrustedHost(request.headers, host, allowedHosts)
    if (untrusted !== undefined) return send(421, 'text/plain; charset=utf-8', `${untrusted}\n`)
    const [, name = '', extension = ''] = /^\/([\w-]+?)(\.json)?$/.exec(pathname) ?? []
    if (pathname === '/redoc.js') send(200, 'text/javascript; charset=utf-8', redoc)
    else if (pathname === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
      response.write(': connected\n\n')
      for (const [name, warning] of warnings) response.write(eventText('broken', { name, warning }))
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
    } else if (pathname === '/') {
      response.writeHead(302, { Location: `/${names[0]}` }).end()
    } else if (!names.includes(name)) {
      send(404, 'text/plain', `There is ${names.map((one) => `/${one}`).join(', ')}.\n`)
    } else if (extension === '') send(200, 'text/html; charset=utf-8', page(name, names, warnings.get(name)))
    else {
      const text = texts.get(name)
      if (text === undefined) send(503, 'text/plain', `${name} could not be read yet.\n`)
      else send(200, 'application/json', text)
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const tell = (event: string, data: object) => {
    for (const listener of listeners) listener.write(eventText(event, data))
  }
  return {
    port: (server.address() as AddressInfo).port,
    show(name, tree, operation) {
      warnings.delete(name)
      texts.set(name, JSON.stringify(withDeprecations(tree)))
      tell('show', { name, operation })
    },
    broken(name, message, since) {
      const warning = `The document cannot be read since ${since}; this page shows the last readable state.\n${foreignLines(message)}`
      warnings.set(name, warning)
      tell('broken', { name, warning })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Redoc as Redocly's program brings it along, without the logo that it would ask the network for. */
function readRedoc(): string {
  const program = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
  const file = join(dirname(program), 'lib/chunks/redoc.standalone.js')
  if (!existsSync(file)) throw new Error(`Redoc is not in ${file}; expected @redocly/cli 2.77.`)
  const text = readFileSync(file, 'utf8')
  return text.replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, 'data:,')
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A page without a word for the network beyond this server. */
const page = (name: string, names: readonly string[], warning: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${name}</title>
  <link rel="icon" href="data:,">
  <style>
    body { margin: 0 }
    #bar { display: none; position: fixed; z-index: 999; inset: auto 0 0 0; padding: .75rem 1rem; background: #7f1d1d; color: #fff; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; max-height: 40vh; overflow: auto }
    #others { position: fixed; z-index: 998; right: 1rem; bottom: .5rem; font: 13px system-ui, sans-serif; background: #fff; padding: .1rem .5rem; border-radius: 4px }
  </style>
</head>
<body>
  <div id="redoc"></div>
  <div id="bar" role="alert"${warning === undefined ? '' : ' style="display: block"'}>${escapeHtml(warning ?? '')}</div>
  ${names.length > 1 ? `<nav id="others" aria-label="Documents">${names.map((one) => (one === name ? `<b>${one}</b>` : `<a href="/${one}">${one}</a>`)).join(' · ')}</nav>` : ''}
  <script type="module">
    import { init } from '/redoc.js'
    const name = ${JSON.stringify(name)}
    const key = 'operation of ' + name
    const bar = document.getElementById('bar')
    const events = new EventSource('/events')
    events.addEventListener('show', ({ data }) => {
      const shown = JSON.parse(data)
      if (shown.name !== name) return
      if (shown.operation) sessionStorage.setItem(key, shown.operation)
      location.reload()
    })
    events.addEventListener('broken', ({ data }) => {
      const told = JSON.parse(data)
      if (told.name !== name) return
      bar.textContent = told.warning
      bar.style.display = 'block'
    })
    const answer = await fetch('/' + name + '.json')
    if (answer.ok) {
      init(await answer.json(), { disableTelemetry: true }, document.getElementById('redoc'))
      const wanted = sessionStorage.getItem(key)
      sessionStorage.removeItem(key)
      if (wanted) goTo(wanted)
    } else {
      bar.textContent ||= await answer.text()
      bar.style.display = 'block'
    }
    /** Redoc's own link to the operation, as soon as its menu is there. */
    function goTo(operation) {
      const find = () => [...document.querySelectorAll('a[href*="#"]')].find(({ hash }) =>
        decodeURIComponent(hash).toLowerCase().split('/').at(-1) === operation.toLowerCase())
      const look = () => {
        const link = find()
        if (!link) return false
        observer.disconnect()
        document.body.dataset.shown = operation
        link.click()
        return true
      }
      const observer = new MutationObserver(look)
      if (!look()) observer.observe(document.body, { childList: true, subtree: true })
    }
  </script>
</body>
</html>
`
