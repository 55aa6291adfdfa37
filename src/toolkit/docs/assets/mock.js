/** The mock of the site: a service worker that responds to requests of "Try it", and links that contain its state. */
{
  const root = new URL(document.body.dataset.root, location.href).href
  const base = `${root}mock/`
  const KEY = '#mock-state='
  const [, here = ''] = /^reference\/([^/]+)\//.exec(location.href.slice(root.length)) ?? []

  let started
  const start = async () => {
    const { serviceWorker } = navigator
    if (!serviceWorker || location.protocol === 'file:')
      throw new Error('The mock needs a service worker. Open this site over https, or from http://localhost.')
    await serviceWorker.register(`${root}mock-worker.js`, { scope: root })
    const { active } = await serviceWorker.ready
    if (serviceWorker.controller) return
    const controlled = new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    // A page that was reloaded without the cache has no controller.
    active.postMessage('claim')
    await controlled
  }
  const ready = () => {
    started ??= start().catch((error) => {
      started = undefined
      throw error
    })
    return started
  }

  const through = async (bytes, stream) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
  const packed = async (text) => {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
    const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  const unpacked = async (text) => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0))
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
  }

  const send = async (method, name, body) => {
    await ready()
    return fetch(base + name, { method, ...(body !== undefined && { body }) })
  }
  const notice = (words) => {
    const line = document.createElement('p')
    line.className = 'mock-notice'
    line.setAttribute('role', 'status')
    line.textContent = words
    document.querySelector('main').prepend(line)
  }
  /** Restores the state of a shared link. */
  const restore = async () => {
    if (!location.hash.startsWith(KEY)) return
    const [name, text = ''] = location.hash.slice(KEY.length).split('.', 2)
    history.replaceState(null, '', location.pathname + location.search)
    try {
      const response = await send('PUT', name, await unpacked(text))
      if (!response.ok) throw new Error('It does not fit the document.')
      notice('The mock of this site has the resources of the link.')
    } catch (error) {
      notice(`The state of the link cannot be restored. ${error.message}`)
    }
  }
  void restore()

  globalThis.pageMock = {
    /** The base URL of the document of this page, without a trailing slash. */
    base: base + here,
    ready,
    reset: () => send('DELETE', here),
    /** A link to this page with everything that the mock has stored. */
    async link() {
      const state = await (await send('GET', here)).text()
      return `${location.href.split('#', 1)[0]}${KEY}${here}.${await packed(state)}`
    },
  }
}
