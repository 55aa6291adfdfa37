/**
 * The tokenizer of the site's search, for the prebuilt index and for the reader's query. A plain script,
 * because pages opened from disk cannot load modules.
 */
// biome-ignore lint/correctness/noUnusedVariables: read by site.js, and by the program that makes the index
const siteSearch = (() => {
  const STOP = new Set(
    'a an and any are as at be but by can could do does for from get had happen happens has have how i if in into is it its long make many may me mean means much my need of on or our possible should so some that the their them then there these they this to use want was we what when where which who why will with would you your'.split(
      ' ',
    ),
  )
  /** Near enough to the stem of an English word. */
  const stem = (word) => {
    if (word.length < 5 || /[^a-z]/.test(word)) return word
    return word
      .replace(/ification(s)?$/, 'ify')
      .replace(/([ai])bilit(y|ies)$/, '$1ble')
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
  // A map, for pages contain words such as "constructor".
  const SAME = new Map([
    ['paging', 'page'],
    ['pagination', 'page'],
    ['paginate', 'page'],
    ['js', 'typescript'],
    ['javascript', 'typescript'],
    ['golang', 'go'],
  ])
  const processTerm = (term) => {
    const lower = SAME.get(term.toLowerCase()) ?? term.toLowerCase()
    return STOP.has(lower) ? null : stem(lower)
  }
  /** Words of which a reader may have one and a page another; each line both ways. */
  const RELATED = [
    'run execute',
    'remove delete',
    'edit update change modify move rename',
    'add new create',
    'fetch show read',
    'retry again attempt repeat resend',
    'throttle limit quota',
    'maximum limit most',
    'login signin sign',
    'colleague teammate member user',
    'timestamp date time',
    'auth authenticate authentication credential',
    'undo revert rollback restore',
    'install setup start',
    'certificate tls https ssl',
  ].map((line) => line.split(' ').map(stem))
  /** The terms of a question, each with those that mean nearly the same, and a name with a version without it: oauth2. */
  const withRelated = (term) => {
    const own = processTerm(term)
    if (own === null) return null
    const [, name] = /^([a-z]{3,})\d+$/.exec(own) ?? []
    return [
      own,
      ...(name === undefined ? [] : [stem(name)]),
      ...RELATED.filter((line) => line.includes(own)).flat(),
    ]
  }
  const options = {
    fields: ['title', 'keywords', 'page', 'text'],
    storeFields: ['weight'],
    tokenize,
    processTerm,
  }
  const query = (search, words) => {
    const own = tokenize(words).map(processTerm).filter(Boolean)
    const found = search.search(words, {
      processTerm: withRelated,
      boost: { title: 4, keywords: 3, page: 1.5 },
      // A match of a whole name, such as prompt.created, is more relevant than a match of its parts.
      boostTerm: (term) => (own.includes(term) ? (/[_.:/-]/.test(term) ? 2 : 1) : 0.3),
      prefix: (term) => term === own.at(-1) && term.length > 1,
      fuzzy: (term) => (own.includes(term) && term.length > 5 && /^[a-z]+$/.test(term) ? 0.15 : false),
      weights: { fuzzy: 0.2, prefix: 0.5 },
      boostDocument: (_, __, stored) => stored.weight,
    })
    // Results with more of the reader's words are more relevant than those that often have one of them.
    const wanted = tokenize(words)
      .map(withRelated)
      .filter((terms) => terms !== null)
    const share = ({ queryTerms }) =>
      wanted.filter((terms) => terms.some((term) => queryTerms.includes(term))).length / wanted.length
    return found
      .map((result) => ({ id: result.id, score: result.score * share(result) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 20)
  }
  /** Parts are read when a question needs them: terms by their first character, results by their number. */
  const open = (MiniSearch, head, read) => {
    const parts = new Map()
    const part = (name) => {
      if (!parts.has(name)) parts.set(name, read(name))
      return parts.get(name)
    }
    const partOf = (term) =>
      Math.max(
        0,
        head.starts.findLastIndex((start) => start <= term),
      )
    const { lengths, weights, ...rest } = head.index
    const common = {
      ...rest,
      documentIds: Object.fromEntries(lengths.map((_, id) => [id, id])),
      fieldLength: Object.fromEntries(lengths.entries()),
      storedFields: Object.fromEntries(weights.map((weight, id) => [id, { weight }])),
    }
    const indexOf = (lists) =>
      MiniSearch.loadJS(
        { ...common, index: lists.flat().map(([term, ...fields]) => [term, unpacked(fields)]) },
        options,
      )
    let known = ''
    let index
    return async (words) => {
      const terms = tokenize(words).flatMap((word) => withRelated(word) ?? [])
      const wanted = [...new Set(terms.map(partOf))].sort((a, b) => a - b)
      if (wanted.length === 0) return []
      const lists = await Promise.all(wanted.map((at) => part(`terms-${at}`)))
      if (known !== String(wanted)) index = indexOf(lists)
      known = String(wanted)
      const found = query(index, words).map(({ id }) => id)
      const pages = await Promise.all(found.map((id) => part(`results-${Math.floor(id / head.results)}`)))
      return found.map((id, at) => pages[at][id % head.results])
    }
  }
  /** `[field, [entry, times, entries further on, times, …]]`, as the index has it. */
  const unpacked = (fields) =>
    Object.fromEntries(
      fields.map(([field, list]) => {
        const times = {}
        let entry = 0
        for (let at = 0; at < list.length; at += 2) {
          entry += list[at]
          times[entry] = list[at + 1]
        }
        return [field, times]
      }),
    )
  return { options, open }
})()
