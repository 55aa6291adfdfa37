/** The work of the other thread. The libraries are loaded only here, and only the one that is requested. */
import type { Page } from './page.ts'
import type { PageFormat } from './render.ts'

export default async function renderPages(input: { page: Page; format: PageFormat }): Promise<Uint8Array> {
  if (input.format === 'pdf') return (await import('./pdf/document.ts')).pdfOf(input.page)
  return (await import('./word/document.ts')).wordOf(input.page)
}
