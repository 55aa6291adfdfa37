/** The form of an operation that sends a request from the page: plain fetch, to an address that the reader gives. */
globalThis.openTryIt = (button) => {
  const endpoint = button.closest('.endpoint')
  const open = endpoint.nextElementSibling
  if (open?.classList.contains('try-form')) {
    open.remove()
    return
  }
  const wanted = JSON.parse(button.dataset.try)
  const form = document.createElement('form')
  form.className = 'try-form'
  const storeField = (key, value) => {
    try {
      if (value === undefined) return sessionStorage.getItem(key)
      sessionStorage.setItem(key, value)
    } catch {
      // Without storage the reader types it again.
    }
    return null
  }
  const fields = new Map()
  const add = (key, label, hint, value, rows) => {
    const box = document.createElement('label')
    const note = document.createElement('span')
    const input = document.createElement(rows ? 'textarea' : 'input')
    note.textContent = hint ? ` ${hint}` : ''
    if (rows) input.rows = rows
    input.value = value
    input.spellcheck = false
    input.autocomplete = 'off'
    box.append(label, note, input)
    form.append(box)
    fields.set(key, input)
  }
  const { pathname } = new URL(wanted.server)
  const mock = `http://127.0.0.1:4010${pathname === '/' ? '' : pathname}`
  const { pageMock } = globalThis
  const hint = pageMock
    ? `this is a mock in your browser; the server is ${wanted.server}`
    : `such as ${mock} of a mock, or that of a demo`
  add('base', 'Base URL', hint, storeField('try-base') ?? pageMock?.base ?? wanted.server)
  if (wanted.credential) {
    add(
      'credential',
      'Credential',
      'stored until this tab is closed',
      storeField('try-credential') ?? (pageMock ? 'any' : ''),
    )
    fields.get('credential').type = 'password'
  }
  wanted.parameters.forEach(({ name, in: place, required, example }, index) => {
    add(`parameter ${index}`, name, `${place}${required ? ', required' : ''}`, example)
  })
  if (wanted.body)
    add(
      'body',
      'Body',
      wanted.body.type,
      wanted.body.example,
      Math.min(wanted.body.example.split('\n').length + 1, 18),
    )
  const send = document.createElement('button')
  send.type = 'submit'
  send.textContent = `Send ${wanted.method}`
  const output = document.createElement('div')
  output.className = 'try-output'
  output.setAttribute('role', 'status')
  form.append(send)
  if (pageMock) form.append(...mockButtons(pageMock))
  form.append(output)
  endpoint.after(form)
  form.querySelector('input').focus()

  const requestOf = () => {
    const base = fields.get('base').value.trim().replace(/\/+$/, '')
    const credential = fields.get('credential')?.value.trim() ?? ''
    storeField('try-base', base)
    storeField('try-credential', credential)
    const headers = new Headers()
    const query = new URLSearchParams()
    let path = wanted.path
    wanted.parameters.forEach(({ name, in: place }, index) => {
      const value = fields.get(`parameter ${index}`).value
      if (place === 'path') path = path.replaceAll(`{${name}}`, encodeURIComponent(value))
      else if (value === '') return
      else if (place === 'query') query.append(name, value)
      else headers.set(name, value)
    })
    const { credential: way } = wanted
    if (way && credential) {
      if (way.in === 'bearer') headers.set('Authorization', `Bearer ${credential}`)
      else if (way.in === 'basic') headers.set('Authorization', `Basic ${btoa(credential)}`)
      else if (way.in === 'header') headers.set(way.name, credential)
      else query.append(way.name, credential)
    }
    const text = wanted.body && fields.get('body').value
    const options = { method: wanted.method, headers }
    if (text && wanted.body.type.includes('multipart')) {
      options.body = new FormData()
      for (const [name, value] of Object.entries(JSON.parse(text))) options.body.append(name, String(value))
    } else if (text && wanted.body.type.includes('form-urlencoded'))
      options.body = new URLSearchParams(JSON.parse(text))
    else if (text) {
      headers.set('Content-Type', wanted.body.type)
      options.body = text
    }
    const search = query.toString()
    return [`${base}${path}${search ? `?${search}` : ''}`, options]
  }
  const report = (words) => {
    const line = document.createElement('p')
    line.textContent = words
    output.append(line)
  }
  const block = (text, label) => {
    const box = document.createElement('details')
    box.className = 'fold'
    box.open = label === 'Body'
    const summary = document.createElement('summary')
    const inner = document.createElement('pre')
    summary.textContent = label
    inner.tabIndex = 0
    inner.textContent = text
    box.append(summary, inner)
    output.append(box)
  }
  /** Browsers only report that a request failed, so that the possible reasons are listed. */
  const why = (url) => {
    if (!/^https?:\/\//.test(url)) return 'The base URL has to begin with http:// or https://.'
    const secure = url.startsWith('https:')
    const reasons = ['nothing listens there']
    if (secure)
      reasons.push(
        `the browser does not trust the certificate (open ${new URL(url).origin} in a tab and look)`,
      )
    reasons.push('the server does not let pages of other origins call it (CORS)')
    if (!secure && location.protocol === 'https:') reasons.push('a page over https may not call http')
    return `No response from ${new URL(url).origin}. Browsers hide the cause. Possible causes: ${reasons.join('; ')}.`
  }
  const failureOf = (error, url) => {
    if (error instanceof SyntaxError) return `The body cannot be read: ${error.message}`
    if (pageMock && url.startsWith(pageMock.base)) return error.message
    return url ? why(url) : String(error)
  }
  const readyFor = (url) => (pageMock && url.startsWith(pageMock.base) ? pageMock.ready() : undefined)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    output.replaceChildren()
    let url = ''
    try {
      const [address, options] = requestOf()
      url = address
      await readyFor(url)
      const started = performance.now()
      const response = await fetch(url, options)
      const text = await response.text()
      report(`${response.status} ${response.statusText} in ${Math.round(performance.now() - started)} ms`)
      let shown = text
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2)
      } catch {
        // Not JSON: as it came.
      }
      block(shown === '' ? '(empty)' : shown, 'Body')
      block(
        [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        'Headers that a page may read',
      )
    } catch (error) {
      report(failureOf(error, url))
    }
  })
}

/** Buttons that share or delete the state of the mock in the page. */
function mockButtons(pageMock) {
  const button = (label, action) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'mock-button'
    made.textContent = label
    made.addEventListener('click', async () => {
      try {
        made.textContent = await action()
      } catch (error) {
        made.textContent = error.message
      }
    })
    return made
  }
  const share = button('Copy a link with this state', async () => {
    const link = await pageMock.link()
    share.dataset.link = link
    await navigator.clipboard.writeText(link)
    return 'Copied'
  })
  const reset = button('Delete all resources', async () => {
    await pageMock.reset()
    return 'Deleted'
  })
  return [share, reset]
}
