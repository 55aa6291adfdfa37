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

/** "stored in", "put in", "we convert it to"; not "Put symbols in", an instruction, or "Return address in", a noun. */
const STORED = [
  '(?:stored|saved|converted|folded|changed|turned|normali[sz]ed|kept|persisted|made)',
  '(?:recorded|returned|put|brought) (?:in|to|into|as)',
  '(?:converts|folds|changes|turns|normali[sz]es|stores|saves|puts|brings|makes)',
  '(?:we|and|to) (?:convert|fold|change|turn|normali[sz]e|store|save|put|bring|make) (?:it|them)',
].join('|')
const CUT = '(?:removed|dropped|stripped|cut|deleted|taken out|left out|eliminated|discarded)'
const CASES: readonly (readonly [form: StoredForm, said: RegExp])[] = [
  [
    'in lower case',
    new RegExp(
      `\\blower-?cased\\b|\\blower-?cases? (?:it|them)\\b|\\b(?:${STORED})\\b[^.;,]{0,40}\\b(?:lower[- ]?case|small letters)\\b`,
      'i',
    ),
  ],
  [
    'in upper case',
    new RegExp(
      `\\bupper-?cased\\b|\\bupper-?cases? (?:it|them)\\b|\\b(?:${STORED})\\b[^.;,]{0,40}\\b(?:upper[- ]?case|capitals|capital letters)\\b`,
      'i',
    ),
  ],
  [
    'trimmed',
    /\b(?:(?:trimmed|we trim)\b(?!(?: down)? to\b)|stripped of (?:white ?space|spaces))\b|\b(?:surrounding|leading (?:and|or) trailing|outer) (?:white ?space|spaces|blanks) (?:is|are|gets?) (?:removed|cut|dropped|stripped|trimmed)\b/i,
  ],
  [
    'with single spaces',
    /\b(?:runs? of|multiple|repeated|consecutive|several|double) (?:white ?space|spaces|blanks)(?: characters)? (?:is|are|gets?) (?:collapsed|reduced|replaced|squeezed|merged|folded|converted|turned)\b/i,
  ],
]

const ANY = `(?:${Object.values(REMOVED).join('|')})`
const LIST = `(?<list>${ANY}(?:(?:, | and | or |, and )${ANY}){0,3})`
/** Words before characters that are not removed in other places. */
const SOME =
  '(?:leading|trailing|surrounding|outer|double|multiple|repeated|consecutive|several|of|initial|final|last|closing)'
/** "spaces, dots and hyphens are removed", "we drop dots and spaces", "stored without spaces" */
const CHARACTERS: readonly RegExp[] = [
  new RegExp(
    `(?<!\\b${SOME}(?: white)? (?:${ANY}(?:, | and | or |, and )){0,3})\\b${LIST},? (?:(?:is|are|get|gets) )?(?:always |first )?${CUT}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:we|server|API|service)(?: \\w+){0,2}? (?:removes?|drops?|strips?|discards?)(?: out)? (?:all |any |the )?${LIST}\\b`,
    'i',
  ),
  new RegExp(`\\b(?:stored|saved|kept|returned) without (?:any )?${LIST}\\b`, 'i'),
]
/** Characters are removed at some places of a text, or from what is shown. */
const ELSEWHERE =
  /\b(?:ends?|around|before(?! (?:\w+ ){0,4}?(?:stor|sav|kept|persist|validat|compar))|after|start|front|display\w*|printed|shown)\b/i
const LEADING = new RegExp(
  `\\b(?:a|the|any) leading [\`"']?([@#+$/])[\`"']?(?: sign)? (?:is|gets) ${CUT}\\b`,
  'i',
)

/** Other uses of these words: comparisons, negations and cases. */
const OTHERWISE =
  /\b(?:not|never|n['’]t|compar\w*|search\w*|match\w*|filter\w*|unique\w*|must|should|if|when|unless|except|only|sort\w*|duplicates?)\b/i

/** Sentences about another text, or about a copy of this one: "The slug is derived from it, lower-cased." */
const OTHER_TEXT =
  /\b(?:slugs?|derived|cop(?:y|ies)|logins?|display\w*|lists?|listed|shown|returned(?! (?:in|as|without)\b))\b/i
const BOTH_CASES =
  /\b(?:upper|capitals?|uppercase)\b.*\b(?:lower|small|lowercase)\b|\b(?:lower|small|lowercase)\b.*\b(?:upper|capitals?|uppercase)\b/i

/**
 * The forms in which a text is stored.
 * @example storedForms('Trimmed and stored in lower case.') // ['in lower case', 'trimmed']
 */
export function storedForms(text: string): StoredForm[] {
  const sentences = text
    .replaceAll(/\b(stored|saved|kept) (?:or|and) compared\b/gi, '$1')
    .split(/(?<=[.;])\s+|\n/)
    .filter((one) => !OTHERWISE.test(one) && !OTHER_TEXT.test(one))
  const isSaid = (form: StoredForm, said: RegExp) =>
    sentences.some((one) => said.test(one) && !(form.endsWith(' case') && BOTH_CASES.test(one)))
  return [
    ...CASES.flatMap(([form, said]) => (isSaid(form, said) ? [form] : [])),
    ...new Set(sentences.flatMap(removedIn)),
  ]
}

function removedIn(sentence: string): StoredForm[] {
  const sign = LEADING.exec(sentence)?.[1]
  const lists = CHARACTERS.map((form) => listIn(form.exec(sentence), sentence)).join(' ')
  const forms = Object.keys(REMOVED) as (keyof typeof REMOVED)[]
  return [
    ...forms.filter((form) => new RegExp(`\\b${REMOVED[form]}\\b`, 'i').test(lists)),
    ...(sign === undefined ? [] : [`without a leading ${sign}` as const]),
  ]
}

/** The characters that are removed wherever they are. */
const listIn = (hit: RegExpExecArray | null, sentence: string): string =>
  hit === null || ELSEWHERE.test(sentence.slice(hit.index)) ? '' : (hit.groups?.list ?? '')
