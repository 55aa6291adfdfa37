/**
 * Only preserves HTML that formats text. Descriptions come from untrusted documents: a page must not run
 * their scripts, and an unclosed tag must not swallow the rest of the page.
 */

const TAGS = new Set(
  'a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
)
const EMPTY = new Set(['br', 'hr', 'img'])
/** Elements whose content is not meant for readers. */
const DROPPED = /<(script|style|iframe|noscript|textarea|title|xmp|plaintext)\b[\s\S]*?<\/\1\s*>/gi
/** Elements that are left out while their content stays; any other name in angle brackets is a placeholder. */
const LEFT_OUT = new Set(
  'script style iframe object embed template noscript textarea title svg path g math xmp plaintext form input button select option label font center html head body meta link base section article header footer main nav aside figure figcaption picture source video audio canvas big tt strike nobr wbr col colgroup fieldset legend frame frameset applet marquee dialog slot'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set([
  'href',
  'title',
  'alt',
  'align',
  'colspan',
  'rowspan',
  'id',
  'class',
  'start',
  'scope',
])
const OURS = /^(hljs[\w-]*|language-[\w-]+|anchor|table|flag)$/

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*\/?>|</g

/**
 * @param html the output of a Markdown renderer, with the author's own HTML in it
 * @param link the URL that a link may have; undefined removes the link and leaves its text
 */
export function sanitize(html: string, link: (href: string) => string | undefined): string {
  const open: string[] = []
  const out: string[] = []
  let last = 0
  const source = html.replaceAll(DROPPED, '')
  for (const match of source.matchAll(TOKEN)) {
    out.push(source.slice(last, match.index))
    last = match.index + match[0].length
    const [token, slash, name = '', attributes = ''] = match
    const tag = name.toLowerCase()
    if (token === '<') out.push('&lt;')
    if (tag !== '' && !TAGS.has(tag) && !LEFT_OUT.has(tag)) out.push(quoted(token))
    if (!TAGS.has(tag)) continue
    if (slash === '/') close(tag)
    else if (tag === 'img') out.push(picture(attributes))
    else {
      const allowed = attributesOf(tag, attributes, link)
      out.push(`<${tag}${allowed}>`)
      if (!EMPTY.has(tag)) open.push(tag)
    }
  }
  out.push(source.slice(last))
  while (open.length > 0) out.push(`</${open.pop()}>`)
  return out.join('')

  function close(tag: string): void {
    if (!open.includes(tag)) return
    let inner: string | undefined
    do {
      inner = open.pop()
      out.push(`</${inner}>`)
    } while (inner !== tag)
  }
}

/** A picture would be fetched from another host, so its words stand for it; one within the text itself stays. */
function picture(attributes: string): string {
  const given = pairs(attributes)
  const source = given.get('src') ?? ''
  const alt = given.get('alt') ?? ''
  if (/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(source))
    return `<img src="${source}" alt="${quoted(alt)}">`
  return quoted(alt)
}

function attributesOf(tag: string, attributes: string, link: (href: string) => string | undefined): string {
  let markup = ''
  for (const [name, value] of pairs(attributes)) {
    if (!ATTRIBUTES.has(name)) continue
    // Anchors are those of headings; one of the author's could be there twice.
    if (name === 'id' && !/^h[1-6]$/.test(tag)) continue
    if (name === 'class' && !value.split(' ').every((one) => OURS.test(one))) continue
    if (name === 'href') {
      const href = link(decoded(value))
      if (href !== undefined) markup += ` href="${quoted(href)}"`
    } else markup += ` ${name}="${quoted(decoded(value))}"`
  }
  return markup
}

const pairs = (attributes: string): Map<string, string> =>
  new Map(
    [...attributes.matchAll(/([^\s"'<>=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g)].map(
      ([, name = '', double, single, bare]) => [name.toLowerCase(), double ?? single ?? bare ?? ''],
    ),
  )

const decoded = (value: string): string =>
  value
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => codePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, decimal: string) => codePoint(Number(decimal)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** Escapes text for HTML and its attributes. */
export const quoted = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
