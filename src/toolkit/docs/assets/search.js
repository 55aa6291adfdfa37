/**
 * How the site looks things up: the same for the index, which is made beforehand, and for the reader's words. A plain
 * script, for pages that are opened from disk may load no modules.
 */
// biome-ignore lint/correctness/noUnusedVariables: read by site.js, and by the program that makes the index
const siteSearch = (() => {
  const STOP = new Set(
    'a an and are as at be but by can do does for from get has have how i if in is it its me mean means my of on or should so that the their then there these this to use was what when where which who why will with you your'.split(
      ' ',
    ),
  )
  /** Near enough to the stem of an English word. */
  const stem = (word) => {
    if (word.length < 5 || /[^a-z]/.test(word)) return word
    return word
      .replace(/ification(s)?$/, 'ify')
      .replace(/(ss|x|ch|sh)es$/, '$1')
      .replace(/ies$/, 'y')
      .replace(/ied$/, 'y')
      .replace(/([^s])s$/, '$1')
      .replace(/(.{4})(ing|ed|ation|e)$/, '$1')
  }
  /** Whole names and their parts: IDEMPOTENCY_IN_PROGRESS, prompts:read, prompt.created, createPrompt, /prompts/{id}. */
  const tokenize = (text) => {
    const tokens = []
    for (const [name] of text.matchAll(/[\p{L}\p{N}]+(?:[_.:/-][\p{L}\p{N}]+)*/gu)) {
      const parts = name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
      tokens.push(...parts)
      if (parts.length > 1) tokens.push(name)
    }
    return tokens
  }
  const SAME = {
    paging: 'page',
    pagination: 'page',
    paginate: 'page',
    js: 'typescript',
    javascript: 'typescript',
    golang: 'go',
  }
  const processTerm = (term) => {
    const lower = SAME[term.toLowerCase()] ?? term.toLowerCase()
    return STOP.has(lower) ? null : stem(lower)
  }
  const options = {
    fields: ['title', 'keywords', 'page', 'text'],
    storeFields: ['href', 'title', 'page', 'excerpt', 'weight'],
    tokenize,
    processTerm,
  }
  const query = (search, words) => {
    const found = search.search(words, {
      boost: { title: 4, keywords: 3, page: 1.5 },
      prefix: (term, index, terms) => index === terms.length - 1 && term.length > 1,
      fuzzy: (term) => (term.length > 5 && /^[a-z]+$/.test(term) ? 0.15 : false),
      weights: { fuzzy: 0.2, prefix: 0.5 },
      boostDocument: (_, __, stored) => stored.weight,
    })
    return found.slice(0, 20)
  }
  return { options, query }
})()
