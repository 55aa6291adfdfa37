/** Names of properties that decide which values fit, before the model is known. */

/** Whether a text of this name is an identifier, and so one word. */
export const isIdentifier = (name: string): boolean =>
  /^(id|uuid|gid|uid|key|slug|handle|username)$|[-_](id|key|slug)$|[a-z](Id|ID|Key|Slug)$/.test(name)

/** Whether a property contains an id, or several: `promptId`, `user_ids`. */
export const endsInId = (name: string): boolean => /ids?$/i.test(name)

/** The words at the end of names whose texts have a format, although the document states none. */
const NAMED_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/(?:^| )e ?mail(?: addr(?:ess)?)?$/, 'email'],
  [/(?:^| )(?:url|uri|website|homepage)$/, 'uri'],
  [/(?:^| )ip(?:v4)?(?: addr(?:ess)?)?$/, 'ipv4'],
  [/ at$|^(?:timestamp|date ?time)$/, 'date-time'],
  [/(?:^| )date$|^(?:birth ?day|date of birth)$/, 'date'],
  [/(?:^| )(?:(?:tele)?phone|mobile)(?: number| no)?$/, 'phone'],
  [/^time ?zone$/, 'time-zone'],
  [/^currency(?: code)?$/, 'currency'],
  [/^country code$/, 'country'],
]

/**
 * The format that a text of this name has nearly everywhere: `email` of `contactEmail`.
 * @returns undefined where the name shows none
 */
export function formatNamed(name: string): string | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
  return NAMED_FORMATS.find(([pattern]) => pattern.test(words))?.[1]
}
