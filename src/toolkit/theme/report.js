/** Filters, tabs, copy buttons and links to closed parts of a report, which is complete without them. */
for (const form of document.querySelectorAll('form.filters')) {
  const list = document.getElementById(form.dataset.list)
  const items = [...list.querySelectorAll('.item')].map((element) => ({ element, text: '' }))
  const search = form.querySelector('[type=search]')
  const boxes = [...form.querySelectorAll('[type=checkbox][data-filter]')]
  const choices = [...form.querySelectorAll('select[data-filter]')]
  const output = form.querySelector('output')
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const off = boxes.filter((box) => !box.checked)
    const chosen = choices.filter((choice) => choice.value !== '')
    let count = 0
    for (const item of items) {
      item.text ||= item.element.textContent.toLowerCase()
      const has = (field) => item.element.dataset[field.dataset.filter] === field.value
      const isOff = off.some(has) || !chosen.every(has)
      item.element.hidden = isOff || !words.every((word) => item.text.includes(word))
      if (!item.element.hidden) count++
    }
    for (const group of list.querySelectorAll('.group')) {
      const own = [...group.querySelectorAll('.item')].filter((item) => !item.hidden)
      group.hidden = own.length === 0
      if (words.length + chosen.length > 0 && own.length > 0) group.open = true
    }
    output.textContent =
      count === items.length ? `${items.length} shown` : `${count} of ${items.length} shown`
  }
  form.hidden = false
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => event.preventDefault())
  apply()
}
let tabs = 0
for (const box of document.querySelectorAll('.tabs')) {
  const panels = [...box.children]
  const bar = document.createElement('div')
  bar.setAttribute('role', 'tablist')
  bar.setAttribute('aria-label', box.dataset.label)
  const buttons = panels.map((panel) => {
    const id = `tab-${++tabs}`
    const button = document.createElement('button')
    button.type = 'button'
    button.id = id
    button.textContent = panel.dataset.tab
    button.setAttribute('role', 'tab')
    panel.id ||= `${id}-panel`
    button.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', id)
    panel.querySelector('h3').hidden = true
    bar.append(button)
    return button
  })
  const select = (index) => {
    panels.forEach((panel, other) => {
      panel.hidden = other !== index
    })
    buttons.forEach((button, other) => {
      button.setAttribute('aria-selected', String(other === index))
      button.tabIndex = other === index ? 0 : -1
    })
  }
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => select(index))
    button.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      if (step === undefined) return
      const next = (index + step + buttons.length) % buttons.length
      select(next)
      buttons[next].focus()
    })
  })
  select(0)
  box.prepend(bar)
}
if (navigator.clipboard)
  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
  }
for (const button of document.querySelectorAll('[data-expand]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') !== 'true'
    button.setAttribute('aria-expanded', String(open))
    for (const one of document.querySelectorAll(button.dataset.expand)) one.open = open
  })
}
const reveal = () => {
  const target =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  const own = target.matches('details') ? target : target.querySelector(':scope > details')
  for (let one = own ?? target; one; one = one.parentElement) if (one.matches('details')) one.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', reveal)
reveal()
