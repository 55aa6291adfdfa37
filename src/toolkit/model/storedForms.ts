/** How servers change texts before they store them: "trimmed and put in lower case", "spaces and hyphens are removed". */

const REMOVED = {
  'without spaces': '(?:inner )?(?:white ?spaces?|spaces?|blanks)',
  'without hyphens': '(?:hyphens?|dashes)',
  'without dots': '(?:dots?|periods|full stops)',
} as const

/** How a server changes a text before it stores it. */
export type StoredForm =
  | 'in lower case'
  | 'in upper case'
  | 'trimmed'
  | 'with single spaces'
  | keyof typeof REMOVED
  | `without a leading ${string}`

/** Changes a text so that it is not in the form yet. */
export function outOfForm(text: string, form: StoredForm): string {
  const middle = Math.ceil(text.length / 2)
  const inside = (sign: string) => `${text.slice(0, middle)}${sign}${text.slice(middle)}`
  switch (form) {
    case 'in lower case':
      return text.toUpperCase()
    case 'in upper case':
      return text.toLowerCase()
    case 'trimmed':
      return ` ${text} `
    case 'with single spaces':
      return inside('  ')
    case 'without spaces':
      return inside(' ')
    case 'without hyphens':
      return inside('-')
    case 'without dots':
      return inside('.')
    default:
      return `${signOf(form)}${text}`
  }
}

/** Brings a text into the form. */
export function inForm(text: string, form: StoredForm): string {
  switch (form) {
    case 'in lower case':
      return text.toLowerCase()
    case 'in upper case':
      return text.toUpperCase()
    case 'trimmed':
      return text.trim()
    case 'with single spaces':
      return text.replace(/\s+/g, ' ')
    case 'without spaces':
      return text.replace(/\s+/g, '')
    case 'without hyphens':
      return text.replaceAll('-', '')
    case 'without dots':
      return text.replaceAll('.', '')
    default:
      return text.startsWith(signOf(form)) ? text.slice(1) : text
  }
}

const signOf = (form: string): string => form.slice('without a leading '.length)

const STORED =
  '(?:stor|sav|convert|fold|chang|turn|normali[sz]|kept|persist|record|put|return|mak(?:e|es|ing) (?:it|them)|bring)\\w*'
const CUT = '(?:removed|dropped|stripped|cut|deleted|taken out|left out|eliminated|discarded)'
const CASES: readonly (readonly [form: StoredForm, said: RegExp])[] = [
  [
    'in lower case',
    new RegExp(
      `\\blower-?cased\\b|\\blower-?cases? (?:it|them)\\b|\\b${STORED}\\b[^.;,]{0,40}\\b(?:lower[- ]?case|small letters)\\b`,
      'i',
    ),
  ],
  [
    'in upper case',
    new RegExp(
      `\\bupper-?cased\\b|\\bupper-?cases? (?:it|them)\\b|\\b${STORED}\\b[^.;,]{0,40}\\b(?:upper[- ]?case|capitals|capital letters)\\b`,
      'i',
    ),
  ],
  [
    'trimmed',
    /\b(?:trimmed|(?:we|gets?|is) trim(?:med)?|stripped of (?:white ?space|spaces))\b|\b(?:surrounding|leading (?:and|or) trailing|outer) (?:white ?space|spaces|blanks) (?:is|are|gets?) (?:removed|cut|dropped|stripped|trimmed)\b/i,
  ],
  [
    'with single spaces',
    /\b(?:runs? of|multiple|repeated|consecutive|several|double) (?:white ?space|spaces|blanks)(?: characters)? (?:is|are|gets?) (?:collapsed|reduced|replaced|squeezed|merged|folded|converted|turned)\b/i,
  ],
]

const ANY = `(?:${Object.values(REMOVED).join('|')})`
/** "spaces, dots and hyphens are removed", "we drop dots and spaces", "stored without spaces" */
const CHARACTERS: readonly RegExp[] = [
  new RegExp(
    `(?<!\\b(?:leading|trailing|surrounding|outer|double|multiple|repeated|consecutive|several|of)(?: white)? ?)\\b(?<list>${ANY}(?:(?:, | and | or |, and )${ANY}){0,3}),? (?:(?:is|are|get|gets) )?(?:always |first )?${CUT}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:we|server|API|service)(?: \\w+){0,2}? (?:removes?|drops?|strips?|discards?)(?: out)? (?:all |any |the )?(?<list>${ANY}(?:(?:, | and | or |, and )${ANY}){0,3})\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:stored|saved|kept|returned) without (?:any )?(?<list>${ANY}(?:(?:, | and | or |, and )${ANY}){0,3})\\b`,
    'i',
  ),
]
const LEADING = new RegExp(
  `\\b(?:a|the|any) leading [\`"']?([@#+$/])[\`"']?(?: sign)? (?:is|gets) ${CUT}\\b`,
  'i',
)

/** Other uses of these words: comparisons, negations and cases. */
const OTHERWISE =
  /\b(?:not|never|n['’]t|compar\w*|search\w*|match\w*|filter\w*|unique\w*|must|should|if|when|unless|except|only|sort\w*|duplicates?)\b/i

/**
 * The forms in which a text is stored.
 * @example storedForms('Trimmed and stored in lower case.') // ['in lower case', 'trimmed']
 */
export function storedForms(text: string): StoredForm[] {
  const sentences = text
    .replaceAll(/\b(stored|saved|kept) (?:or|and) compared\b/gi, '$1')
    .split(/(?<=[.;])\s+|\n/)
    .filter((one) => !OTHERWISE.test(one))
  return [
    ...CASES.flatMap(([form, said]) => (sentences.some((one) => said.test(one)) ? [form] : [])),
    ...new Set(sentences.flatMap(removedIn)),
  ]
}

function removedIn(sentence: string): StoredForm[] {
  const sign = LEADING.exec(sentence)?.[1]
  const lists = CHARACTERS.map((form) => form.exec(sentence)?.groups?.list ?? '').join(' ')
  const forms = Object.keys(REMOVED) as (keyof typeof REMOVED)[]
  return [
    ...forms.filter((form) => new RegExp(`\\b${REMOVED[form]}\\b`, 'i').test(lists)),
    ...(sign === undefined ? [] : [`without a leading ${sign}` as const]),
  ]
}
