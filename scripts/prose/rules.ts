/** The rules of our prose. Each has words to use instead. */
import type { Passage } from './passage.ts'

export interface Finding {
  rule: string
  line: number
  /** The words that break the rule. */
  words: string
  advice: string
}

interface WordRule {
  rule: string
  words: RegExp
  advice: string
  /** Words around the match with which the word is the trade's own. */
  except?: RegExp
  /** Not a finding where the reader meets members of an organization. */
  people?: true
}

/** Of a sentence, in words. */
const MAX_SENTENCE_WORDS = 30

/** Whole words: not a part of a name, an address or a compound with a hyphen. */
const word = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\w$@#/.:_-])(?:${alternatives})(?![\\w$_(-]|[./:]\\w)`, 'gi')

/** The left column of the glossary, and what the style guide does not allow. */
const WORDS: readonly WordRule[] = [
  { rule: 'answer', words: word('answer(?:s|ed|ing)?|unanswered'), advice: 'response, respond, return' },
  {
    rule: 'refuse',
    words: word('refus(?:e|es|ed|ing|al|als)'),
    advice: 'reject, error response',
    except:
      /connections? (?:was |is |are )?refused|refus(?:e|es|ed|ing) (?:a |the |new |all |any )?connections?/i,
  },
  {
    rule: 'member',
    words: word('members?'),
    people: true,
    advice: 'property',
    except:
      /organi[sz]ation|invit|\broles?\b|owner|admin|editor|viewer|join|team|person|people|account|union|enum|member (?:add|list|remove)/i,
  },
  { rule: 'tell', words: word('tells?|told|telling|untold'), advice: 'report, return, show, state, log' },
  {
    rule: 'say',
    words: word('says?|said|saying|hears?|heard'),
    advice: 'report, state, contain; "for example" before the example',
  },
  {
    rule: 'stand',
    words: word('stands?|stood|standing'),
    advice: 'be, appear, live',
    except: /stands? for/i,
  },
  { rule: 'hold', words: word('holds?|held|holding'), advice: 'contain, apply, match, be valid' },
  {
    rule: 'keep',
    words: word('keeps?|kept|keeping'),
    advice: 'store, retain, preserve',
    except: /keep a changelog|keepaliv/i,
  },
  {
    rule: 'take',
    words: word('takes?|took|taken|taking'),
    advice: 'accept, use, read, get',
    except:
      /tak(?:e|es|en|ing) (?:effect|place|precedence|part|into account|longer|time|(?:about |at most |up to |at least |less than |more than |fewer than |only )?(?:◦|\d|a (?:few|second|minute)|(?:one|two|five|ten) ))|took (?:◦|\d)|took (?:longer|too long)|tak(?:e|es|ing) too long/i,
  },
  { rule: 'ask', words: word('asks?|asked|asking'), advice: 'request, require, query' },
  { rule: 'mend', words: word('mends?|mended|mending'), advice: 'fix' },
  {
    rule: 'judge',
    words: word('judg(?:e|es|ed|ing|ement)'),
    advice: 'check, validate, score',
    except: /\bLLM\b|model|scor(?:e|ing)/i,
  },
  { rule: 'made-up', words: word('made[- ]up|mak(?:e|es|ing) up'), advice: 'generated, generate' },
  { rule: 'at once', words: word('at once'), advice: 'immediately, in parallel' },
  { rule: 'alone', words: word('alone'), advice: '"only" before what it limits' },
  {
    rule: 'nobody',
    words: word('whoever|whosoever|nobody|somebody|anybody|everybody'),
    advice: 'callers, users, clients, no one',
  },
  {
    rule: 'headless',
    words: /(?<=(?:^|[,;:(]|\b(?:of|by|to|for|from|with|and|or|but|as|than|is)) )(?:who|whom)(?= )/gi,
    advice: 'name the callers, users or clients',
  },
  { rule: 'go on', words: word('go(?:es)? on|went on|going on'), advice: 'continue' },
  { rule: 'beside', words: word('besides?'), advice: 'next to, in addition to' },
  { rule: 'in the place of', words: word('in (?:the|its|their) places?(?: of)?'), advice: 'instead of' },
  {
    rule: 'authority',
    words: word('authorit(?:y|ies)'),
    advice: 'CA, CA certificate',
    except: /certificate authorit/i,
  },
  {
    rule: 'the operator',
    words: word('the operators?|an operator|operators'),
    advice: 'administrator',
    except: /[<>=]|compar|arithmetic|logical/,
  },
  {
    rule: 'blank',
    words: word('blanks?'),
    advice: 'space',
    except: /blank (?:lines?|page|node)|(?:line|page)s? (?:is|are) blank/i,
  },
  { rule: 'trial', words: word('trials?'), advice: 'check' },
  { rule: 'provoke', words: word('provok(?:e|es|ed|ing)'), advice: 'exercise, cover' },
  { rule: 'thing', words: word('things?'), advice: 'resource' },
  {
    rule: 'letter of the contract',
    words: word('letter of the contract|to the letter'),
    advice: 'strictly valid',
  },
  {
    rule: 'is no',
    words:
      /(?<!\bthere )\b(?:is|are|was|were|be) (?:no (?!longer|one\b|more|fewer|less|later|earlier|better|worse)\w+|none\b)/gi,
    advice: 'negate the verb: "is not a …", "invalid"',
  },
]

/** Only in pages for users: what was before belongs into the changelog. */
const HISTORY: WordRule = {
  rule: 'history',
  words: word('at first|since then|by now|no longer new|was mended|were mended|used to be|until now'),
  advice: 'leave the history to the changelog',
}

/** Where the reader is a user, not a developer of this repository. */
export interface Reader {
  user: boolean
  /** Whether the file is about the members of an organization. */
  people: boolean
}

/** The findings of a passage. */
export function findingsOf(passage: Passage, { user, people }: Reader): Finding[] {
  if (passage.kind === 'name') return nameFindings(passage)
  const flat = passage.text.replaceAll('\n', ' ')
  const at = (offset: number): number => passage.line + passage.text.slice(0, offset).split('\n').length - 1
  const rules = [...WORDS, ...(user ? [HISTORY] : [])].filter((rule) => !(people && rule.people))
  return [
    ...rules.flatMap((rule) => wordFindings(rule, flat, at)),
    ...sentenceFindings(passage, flat, at),
    ...semicolonFindings(flat, at),
  ]
}

/** The exception must be near: within these characters before and after the word. */
const NEAR = 60

function wordFindings(
  { rule, words, advice, except }: WordRule,
  text: string,
  at: (offset: number) => number,
): Finding[] {
  return [...text.matchAll(words)]
    .filter(({ index, 0: match }) => {
      const around = text.slice(Math.max(0, index - NEAR), index + match.length + NEAR)
      return except?.test(around) !== true
    })
    .map(({ index, 0: match }) => ({ rule, line: at(index), words: match, advice }))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

function sentenceFindings({ kind }: Passage, text: string, at: (offset: number) => number): Finding[] {
  const found: Finding[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const sentence = segment.trim()
    const offset = index + segment.length - segment.trimStart().length
    const words = sentence.match(/[\p{L}\p{N}◦][\p{L}\p{N}'’◦./-]*/gu) ?? []
    if (words.length > MAX_SENTENCE_WORDS && /[.,:;]/.test(sentence))
      found.push({
        rule: 'long sentence',
        line: at(offset),
        words: `${words.length} words: ${sentence.slice(0, 60)}…`,
        advice: `at most ${MAX_SENTENCE_WORDS} words`,
      })
    if (isHeadless(sentence, kind))
      found.push({
        rule: 'headless',
        line: at(offset),
        words: sentence.slice(0, 60),
        advice: 'name the subject',
      })
  }
  return found
}

/** "What is told", "Whoever calls": a clause as heading or subject. Questions are not. */
const isHeadless = (sentence: string, kind: Passage['kind']): boolean =>
  /^(?:What|Who|Whom|Whoever|Whatever|That which|What's)\b/.test(sentence) &&
  !/\?[)"*_ ]*$/.test(sentence) &&
  (kind !== 'string' || sentence.split(' ').length > 2)

function semicolonFindings(text: string, at: (offset: number) => number): Finding[] {
  const second = [...text.matchAll(/;(?=\s(?!RFC|OWASP))/g)][1]
  return second === undefined
    ? []
    : [
        {
          rule: 'semicolons',
          line: at(second.index),
          words: ';',
          advice: 'at most one in a paragraph; write sentences or a list',
        },
      ]
}

const NAME_WORDS =
  /^(?!keep_?alive)(?:answers?|answered|answering|refus(?:e|es|ed|al|als|ing)|tells?|told|telling|keeps?|kept|keeping|holds?|held|holding|mends?|mended|judges?|judged|takes?|taken|stands?|nobody|somebody|provoked?|trials?|beside|alone)$/i

/** Names that others define: error codes of the service's documents, the docx and openapi-typescript packages, OpenAI's API. */
const FOREIGN_NAMES = new Set([
  'NAME_TAKEN',
  'nameTaken',
  'llmJudge',
  'keepNext',
  'rootTypesKeepCasing',
  'refusal',
])

/** Words of a name: at capitals and underscores. */
const wordsOfName = (name: string): string[] => name.split(/_|(?<=[a-z0-9])(?=[A-Z])/)

function nameFindings({ text: name, line }: Passage): Finding[] {
  if (FOREIGN_NAMES.has(name)) return []
  const wrong =
    wordsOfName(name).find((part) => !/^keep_?alive/i.test(name) && NAME_WORDS.test(part)) ??
    /^(?:MOST|DEEPEST|LONGEST|LARGEST|FEWEST|SHORTEST|SMALLEST)_/.exec(name)?.[0]
  return wrong === undefined
    ? []
    : [{ rule: 'name', line, words: name, advice: 'the word of the glossary; MAX_ and MIN_ for limits' }]
}
