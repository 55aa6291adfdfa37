import { createRequire } from 'node:module'

type Font = PDFKit.Mixins.PDFFontSource

const require = createRequire(import.meta.url)
const { openSync } = require('fontkit') as { openSync(path: string): Font }
const open = (name: string): Font => openSync(require.resolve(`@expo-google-fonts/noto-sans/${name}`))

/** Noto Sans (SIL Open Font License 1.1); its figures are all of one width. It covers Latin, Greek and Cyrillic: what else a
 * text contains shows as empty boxes in PDF, and is whole in Word, HTML and Markdown. Read once for all documents: the first text that
 * is set in a face decodes its tables, which takes longer than a page. */
export const fonts = {
  regular: open('400Regular/NotoSans_400Regular.ttf'),
  bold: open('600SemiBold/NotoSans_600SemiBold.ttf'),
}
