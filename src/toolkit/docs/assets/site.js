/**
 * The behaviour of a page: menu, theme, tabs, copy buttons, search, and opening the folded part that a link
 * leads to.
 */
;(() => {
  const root = document.body.dataset.root
  const all = (selector, from = document) => [...from.querySelectorAll(selector)]
  const store = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key)
      localStorage.setItem(key, value)
    } catch {
      // Without storage a choice lasts as long as the page.
    }
    return null
  }

  const menu = document.getElementById('menu')
  const menuButton = document.querySelector('.menu-button')
  const toggleMenu = (shown) => {
    menu.classList.toggle('shown', shown)
    menuButton.setAttribute('aria-expanded', String(menu.classList.contains('shown')))
  }
  menuButton.addEventListener('click', () => toggleMenu())
  menu.addEventListener('click', ({ target }) => target.closest('a') && toggleMenu(false))
  const current = menu.querySelector('[aria-current]')
  if (current && menu.clientHeight < current.offsetTop)
    menu.scrollTop = current.offsetTop - menu.clientHeight / 3

  // The entry of the part that is being read. Pages without parts in the menu have a list of their headings.
  const entries = new Map(
    all('#menu a, .toc a')
      .filter(({ pathname, hash }) => pathname === location.pathname && hash.length > 1)
      .map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
  )
  const parts = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  let marked
  const mark = () => {
    const above = parts.filter((part) => part.getBoundingClientRect().top < innerHeight / 3)
    const link = entries.get(above.at(-1)?.id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    const frame = link?.closest('#menu, .toc')
    if (!frame || frame.clientHeight === 0) return
    const { top, bottom } = link.getBoundingClientRect()
    const box = frame.getBoundingClientRect()
    if (top < box.top || bottom > box.bottom) frame.scrollTop += top - box.top - box.height / 3
  }
  let waiting = false
  addEventListener('scroll', () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      mark()
    })
  })
  mark()

  document.querySelector('.theme-button').addEventListener('click', () => {
    const { dataset } = document.documentElement
    const dark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    dataset.theme = dark ? 'light' : 'dark'
    store('theme', dataset.theme)
  })

  const addCopyButtons = (from) => {
    for (const block of all('.code', from)) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'copy'
      button.textContent = 'Copy'
      button.addEventListener('click', async () => {
        await navigator.clipboard?.writeText(block.querySelector('code').textContent)
        button.textContent = 'Copied'
        setTimeout(() => {
          button.textContent = 'Copy'
        }, 1500)
      })
      block.append(button)
    }
  }

  /** Large pages have parts that become elements when they are shown. */
  const fill = (part) => {
    const deferred = part.querySelector(':scope > .deferred, :scope > .folded > .deferred')
    if (!deferred) return
    const made = document.createElement('template')
    made.innerHTML = deferred.textContent
    const { content } = made
    addCopyButtons(content)
    recall(content)
    deferred.replaceWith(content)
  }

  const select = (group, index) => {
    const buttons = all(':scope > .tab-buttons > button', group)
    if (!buttons[index]) return
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === index))
    all(':scope > .panel', group).forEach((panel, at) => {
      if (at === index) fill(panel)
      panel.classList.toggle('shown', at === index)
    })
  }
  const indexOf = (group, label) =>
    all(':scope > .tab-buttons > button', group).findIndex((button) => button.textContent === label)
  const recall = (from) => {
    for (const group of all('.tabs[data-remember]', from)) {
      const remembered = store(group.dataset.remember)
      if (remembered) select(group, indexOf(group, remembered))
    }
  }
  recall(document)
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('.tab-buttons > button')
    if (!button) return
    const group = button.closest('.tabs')
    const { remember } = group.dataset
    if (!remember) return select(group, Number(button.dataset.tab))
    const before = button.getBoundingClientRect().top
    store(remember, button.textContent)
    for (const other of all(`.tabs[data-remember="${remember}"]`))
      select(other, indexOf(other, button.textContent))
    // The content above changed its height: scroll so that the button stays under the pointer.
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
  })

  addCopyButtons(document)
  document.addEventListener('toggle', ({ target }) => target.open && fill(target), true)

  const reveal = async () => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id === '') return
    const target = document.getElementById(id) ?? fillAround(id)
    for (let at = target; at; at = at.parentElement?.closest('details'))
      if (at.tagName === 'DETAILS') at.open = true
    if (!target && document.body.dataset.part) await openOtherPart(id)
  }
  /** The element in a deferred part. */
  const fillAround = (id) => {
    const deferred = all('.deferred').find(({ textContent }) => textContent.includes(`id="${id}"`))
    if (!deferred) return null
    fill(deferred.parentElement)
    const target = document.getElementById(id)
    target.scrollIntoView()
    return target
  }
  /** An operation that was on this page of the group before. */
  const openOtherPart = async (id) => {
    await load('assets/parts.js')
    const folder = (path) => path.replace(/[^/]*$/, '')
    const path = siteParts[id]?.find((one) =>
      location.pathname.endsWith(folder(one) + location.pathname.split('/').at(-1)),
    )
    if (path) location.replace(`${root}${path}#${encodeURIComponent(id)}`)
  }
  addEventListener('hashchange', reveal)
  addEventListener('beforeprint', () => {
    for (const one of all('.deferred')) fill(one.parentElement)
    for (const one of all('main details')) one.open = true
  })

  const load = (path) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = root + path
      script.onload = resolve
      script.onerror = () => reject(new Error(`${path} cannot be read.`))
      document.head.append(script)
    })
  void reveal()

  let search
  const ready = () => {
    search ??= (async () => {
      await Promise.all(['assets/minisearch.js', 'assets/search.js', 'assets/search-index.js'].map(load))
      return siteSearch.open(MiniSearch, searchIndex, async (part) => {
        await load(`assets/search/${part}.js`)
        return searchParts[part]
      })
    })()
    return search
  }
  let dialog
  const openSearch = () => {
    dialog ??= searchDialog()
    dialog.showModal()
    dialog.querySelector('input').select()
    void ready()
  }
  const searchDialog = () => {
    const made = document.createElement('dialog')
    made.className = 'search'
    made.setAttribute('aria-label', 'Search')
    made.innerHTML =
      '<input type="search" placeholder="An operation, an error code, a question" aria-label="Search for" autocomplete="off" spellcheck="false"><p class="status" role="status"></p><ul class="results"></ul>'
    document.body.append(made)
    const input = made.querySelector('input')
    input.addEventListener('input', async () => {
      const words = input.value
      const find = await ready()
      const found = await find(words)
      // The parts of a later question may have come first.
      if (words === input.value) show(made, words.trim(), found)
    })
    made.addEventListener('click', (event) => event.target === made && made.close())
    made.addEventListener('keydown', (event) => {
      const links = all('.results a', made)
      const at = links.indexOf(document.activeElement)
      if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
      else if (event.key === 'ArrowUp') at > 0 ? links[at - 1].focus() : input.focus()
      else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
      else return
      event.preventDefault()
    })
    return made
  }
  const show = (made, words, found) => {
    const list = made.querySelector('.results')
    list.replaceChildren(
      ...found.map(({ href, title, page, excerpt }) => {
        const item = document.createElement('li')
        const link = document.createElement('a')
        const name = document.createElement('strong')
        const place = document.createElement('span')
        const words = document.createElement('p')
        link.href = root + href
        link.addEventListener('click', () => made.close())
        name.textContent = title
        place.textContent = page && page !== title ? ` – ${page}` : ''
        words.textContent = excerpt
        link.append(name, place, words)
        item.append(link)
        return item
      }),
    )
    made.querySelector('.status').textContent =
      found.length > 0 || words === '' ? '' : `Nothing is found for “${words}”.`
  }
  document.querySelector('.search-button').addEventListener('click', openSearch)
  addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      openSearch()
    }
  })

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('.try')
    if (!button) return
    // Browsers have service workers over https and on localhost only.
    const isServed = navigator.serviceWorker !== undefined && location.protocol !== 'file:'
    if (document.body.dataset.mock && isServed && !globalThis.pageMock) await load('assets/mock.js')
    if (!globalThis.openTryIt) await load('assets/tryIt.js')
    globalThis.openTryIt(button)
  })
  if (document.body.dataset.mock && location.hash.startsWith('#mock-state=')) void load('assets/mock.js')
})()
