/** A button that copies a secret which is shown once. It appears only where its script runs. */
import { html } from './html.ts'

/** The only script of the pages; the policy of a page with the button allows it by its digest. */
export const COPY_SCRIPT = `const button = document.querySelector('button.copy')
const secret = document.querySelector('.done code')
button.hidden = !navigator.clipboard
button.addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(secret.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(secret)
    button.textContent = 'Not copied. The text is selected.'
  }
})`

export const copyButton = html`<button type="button" class="copy" hidden>Copy</button>`
