/** Colors, type, spacing and the logo of everything that people look at: docs, reports and pages of services. */

/** Each color in light and in dark. Text colors have a contrast of at least 4.5 on `paper`, `soft` and their `-soft`. */
export const COLORS = {
  paper: ['#ffffff', '#13151b'],
  soft: ['#f5f6f8', '#1b1e26'],
  ink: ['#1b1d24', '#e7e9ef'],
  muted: ['#555b6a', '#a6acbb'],
  line: ['#dfe2e8', '#2d313c'],
  edge: ['#868da6', '#767d97'],
  accent: ['#0a5f55', '#62d5c2'],
  'accent-soft': ['#e0f2ef', '#15332f'],
  'on-accent': ['#ffffff', '#06211d'],
  bad: ['#ab1c1c', '#ff9a94'],
  'bad-soft': ['#fdecea', '#3b1a1a'],
  good: ['#17692f', '#7fd396'],
  'good-soft': ['#e6f4ea', '#14301d'],
  warn: ['#854600', '#f0b56b'],
  'warn-soft': ['#fdf1dd', '#33281a'],
  blue: ['#0b57b0', '#8fbcff'],
  purple: ['#6b3aa0', '#cda6ff'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

const FONTS = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif',
  mono: 'ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace',
} as const

const SIZES = { small: '.875rem', tiny: '.8rem', space: '1rem', radius: '.5rem' } as const

const variables = [
  ...Object.entries(COLORS).map(([name, [light, dark]]) => [name, `light-dark(${light},${dark})`]),
  ...Object.entries({ ...FONTS, ...SIZES }),
]

/** Style rules that define the tokens as variables. `data-theme` of the root overrides the scheme of the system. */
export const TOKENS = [
  `:root{color-scheme:light dark;${variables.map(([name, value]) => `--${name}:${value}`).join(';')}}`,
  ':root[data-theme="dark"]{color-scheme:dark}',
  ':root[data-theme="light"]{color-scheme:light}',
].join('\n')

/** The logo: an SVG that needs no style. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a5f55"/><path d="M11 8c-3 0-3.5 1.5-3.5 3.5v2c0 1.5-.7 2.5-2 2.5 1.3 0 2 1 2 2.5v2c0 2 .5 3.5 3.5 3.5M21 8c3 0 3.5 1.5 3.5 3.5v2c0 1.5.7 2.5 2 2.5-1.3 0-2 1-2 2.5v2c0 2-.5 3.5-3.5 3.5" fill="none" stroke="#a5e3d8" stroke-width="2" stroke-linecap="round"/><path d="M11.5 16.5l3.2 3.2 6-7" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The logo as the address of an icon. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(LOGO)}`
