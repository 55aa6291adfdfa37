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
  const secrets = secretFields(wanted.credentials ?? [])
  for (const { key, label } of secrets.all) {
    add(key, label, 'stored until this tab is closed', storeField(key) ?? (pageMock ? 'any' : ''))
    fields.get(key).type = 'password'
  }
  if (secrets.choice) {
    form.append(secrets.choice)
    const [first] = secrets.all
    if (first) fields.get(first.key).parentElement.before(secrets.choice)
    const show = () => {
      for (const { key } of secrets.all)
        fields.get(key).parentElement.hidden = !secrets.chosen().some((one) => one.key === key)
    }
    secrets.choice.addEventListener('change', show)
    show()
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
    storeField('try-base', base)
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
    for (const { key, place, name } of secrets.chosen()) {
      const secret = fields.get(key).value.trim()
      storeField(key, secret)
      if (secret === '') continue
      if (place === 'bearer') headers.set('Authorization', `Bearer ${secret}`)
      else if (place === 'basic') headers.set('Authorization', `Basic ${btoa(secret)}`)
      else if (place === 'header') headers.set(name, secret)
      else query.append(name, secret)
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

/**
 * A field for each credential, and a choice where a request needs one of several combinations. A page cannot send cookies
 * of its own, so that they have no field.
 */
function secretFields(alternatives) {
  const fieldOf = ({ in: place, name }) => ({ key: `try-credential ${place} ${name}`, place, name })
  const groups = alternatives.map((forms) => forms.filter((form) => form.in !== 'cookie').map(fieldOf))
  const all = [...new Map(groups.flat().map((one) => [one.key, one])).values()]
  const words = { bearer: 'Token', basic: 'User and password', header: 'Header', query: 'Query parameter' }
  const labelled = all.map((one) => {
    const label = one.name === 'Authorization' ? words[one.place] : `${words[one.place]} ${one.name}`
    return all.length === 1 ? { ...one, key: 'try-credential', label: 'Credential' } : { ...one, label }
  })
  const ofGroup = (group) =>
    labelled.filter(({ place, name }) => group.some((one) => one.place === place && one.name === name))
  if (groups.length < 2 || all.length < 2) return { all: labelled, chosen: () => labelled }
  const choice = document.createElement('label')
  const select = document.createElement('select')
  groups.forEach((group, index) => {
    const words = ofGroup(group).map(({ label }) => label)
    select.add(new Option(words.join(' and ') || 'Cookies of the browser', index))
  })
  choice.append('Credentials', select)
  return { all: labelled, choice, chosen: () => ofGroup(groups[select.value]) }
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
