// Before anything is drawn, so that a dark page never flashes white.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  root.classList.add('scripted')
  const theme = read('theme')
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme
})()
