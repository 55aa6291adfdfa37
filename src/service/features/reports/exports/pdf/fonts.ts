import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const path = (name: string) => require.resolve(`@expo-google-fonts/noto-sans/${name}`)

/** Noto Sans (SIL Open Font License 1.1); its figures are all of one width. It covers Latin, Greek and Cyrillic: what else a
 * text holds shows as empty boxes in PDF, and is whole in Word, HTML and Markdown. */
export const fonts = {
  regular: path('400Regular/NotoSans_400Regular.ttf'),
  bold: path('600SemiBold/NotoSans_600SemiBold.ttf'),
}
