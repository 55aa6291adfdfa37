/** Moments that a description requires to be in the future or in the past: "Must be in the future". */
import { names } from './description.ts'

type Side = 'future' | 'past'

const REQUIRED: readonly (readonly [Side, RegExp])[] = [
  [
    'future',
    /\b(?:must|has to|needs to|have to|shall)\b(?! not)[^.;]*\b(?:in the future|future (?:date|time|moment)|after (?:now|today))\b|\b(?:must|can|may|could)(?: ?not|n.t)\b[^.;]*\b(?:in the past|before (?:now|today))\b|^(?:an? )?(?:future (?:date|time|moment)|(?:date|time|moment) in the future)\b|(?:^|[.;] )(?:not|never) in the past\b|(?:^|[.;] )(?:not|no) earlier than (?:now|today)\b|(?:^|[.;] )(?:now|today) or later\W*$/i,
  ],
  [
    'past',
    /\b(?:must|has to|needs to|have to|shall)\b(?! not)[^.;]*\b(?:in the past|past (?:date|time|moment)|before (?:now|today))\b|\b(?:must|can|may|could)(?: ?not|n.t)\b[^.;]*\b(?:in the future|after (?:now|today))\b|(?:^|[.;] )(?:not|never) in the future\b|(?:^|[.;] )(?:not|no) later than (?:now|today)\b|(?:^|[.;] )(?:now|today) or earlier\W*$/i,
  ],
]
const REJECTED: readonly (readonly [Side, RegExp])[] = [
  ['future', /\bin the past\b/i],
  ['past', /\bin the future\b/i],
]

/** "; the time of the request if omitted" */
const OMITTED =
  /(?:^|[.;,] )[^.;,]*\b(?:if|when) (?:it is |it's )?(?:omitted|not (?:given|sent|set|specified|provided)|missing|left out|absent)\b[^.;]*/gi

/** "A due date in the past is allowed." */
const ALLOWED =
  /(?<!not )(?<!never )\b(?:allowed|permitted|accepted|possible|fine|valid)\b|\bin the (?:past|future) (?:may|can)\b(?! ?not| only)|\b(?:may|can)(?: also)? be in the (?:past|future)\b/i

/**
 * The side of now on which a moment must be.
 * @param text the description of the moment
 * @param causes of rejections of the request, which name the moment: "starts_at is in the past"
 * @returns undefined where nothing states it, or where the texts contradict each other
 */
export function promisedSide(text: string, causes: readonly string[], property: string): Side | undefined {
  const sent = text.replaceAll(OMITTED, '')
  const said = REQUIRED.flatMap(([side, pattern]) =>
    pattern.test(sent) &&
    !/\b(?:if|when|unless|default|otherwise|for|once|more than|further|at least|should|usually|recommended|necessarily|clamp\w*|rounded)\b|\d/i.test(
      sent,
    )
      ? [side]
      : [],
  )
  const rejected = causes
    .filter((cause) => names(cause, property) && !ALLOWED.test(cause))
    .flatMap((cause) => REJECTED.flatMap(([side, pattern]) => (pattern.test(cause) ? [side] : [])))
  const [first, ...others] = said.length > 0 ? said : rejected
  return others.length > 0 ? undefined : first
}
