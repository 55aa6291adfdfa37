/** States that an item needs so that a request can refer to it: "Candidates can only apply for open jobs". */
import { escaped } from '../openapi/templates.ts'
import type { Api } from './api.ts'
import { inEitherNumber, type StateCondition, statePattern, withoutOpposites } from './description.ts'
import { actionOn } from './paths.ts'
import { nounsOf, referencesTo } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { vocabularyOf } from './spokenNames.ts'
import { type SpokenRule, spokenRules } from './spokenRules.ts'
import { isActionTo, wordsOf } from './vocabulary.ts'

interface Eligibility {
  operation: ReturnType<typeof referencesTo>[number]['operation']
  /** The property of the body that refers to the item. */
  reference: string
  condition: StateCondition
  status: number
  description: string
}

/**
 * The states of items of the resource in which requests of other resources that refer to them are rejected.
 * @param states the names of the states, each with its property
 */
export function eligibilities(
  api: Api,
  graph: ResourceGraph,
  resource: Resource,
  states: ReadonlyMap<string, string>,
): Eligibility[] {
  const mentioned = new RegExp([...states].map(([state, member]) => wordsFor(state, member)).join('|'), 'i')
  return referencesTo(api, graph, resource).flatMap(({ operation, property, nouns }) => {
    const { made, item, references } = vocabularyOf(api, graph, operation)
    const own = made.length > 0 || item === undefined ? made : nounsOf(item)
    // The word may be that for the item that the request creates or changes.
    const called = nouns.filter((one) => !own.includes(one))
    if (called.length === 0) return []
    const action = item && actionOn(item.item, operation.path)
    const isRequest = (verb: string) =>
      CREATIONS.test(verb) ||
      USES.test(verb) ||
      isActionTo(action ?? '', verb.toLowerCase()) ||
      made.some((noun) => isVerbOf(noun, verb))
    const subjects = [...own, ...references.flatMap((one) => one.nouns)]
    const rules = spokenRules(api, operation).filter(({ text }) =>
      mentioned.test(withoutOpposites(text, withOpposites(states), [...states.keys()])),
    )
    if (rules.length === 0) return []
    const forms = formsOf(called, subjects, states)
    return rules.flatMap((rule): Eligibility[] => {
      const isMeant = rule.isOfAll !== true || made.length > 0
      const condition = isMeant ? conditionIn(rule, forms, states, isRequest) : undefined
      const { status, description } = rule
      return condition === undefined
        ? []
        : [{ operation, reference: property, condition, status, description }]
    })
  })
}

/** A state in words: of a flag `referenceOnly`, "reference-only" and "reference only" too. */
const wordsFor = (state: string, member: string): string =>
  isFlag(state, member)
    ? wordsOf(member.replace(/^is_?(?=[A-Z_a-z])/, ''))
        .map(escaped)
        .join('[-_ ]?')
    : statePattern(state)

/** Whether a verb has the stem of a noun for what a request creates: "screened" for a screening. */
function isVerbOf(noun: string, verb: string): boolean {
  const stem = noun.toLowerCase().replace(/(?:ication|ation|ment|ing|al|ion|s)$/, '')
  return stem.length > 3 && new RegExp(`^${escaped(stem)}(?:ed|led|ned|ied|ted|d)?$`, 'i').test(verb)
}

const isFlag = (state: string, member: string): boolean =>
  member.replace(/^is_?(?=[A-Z_a-z])/, '').toLowerCase() === state

/** Participles and infinitives for the creation of an item. */
export const CREATIONS =
  /^(?:add|creat|post|plac|book|regist|record|assign|open|issu|made|make|schedul|reserv|borrow|lent|attach|send|sent|rent|join|enrol|subscrib|upload|start|submit|request|bought|buy|hire|offer|invite|log|writ)/i
/** Those for the use of an item by a request that refers to it. */
const USES =
  /^(?:order|rais|purchas|used?$|cho|select|appl|lend|loan|check|sold|sell|fil|referenc|allocat|put|taken|given)/i

/** The flags, and the states of a status with two: "inactive" is one of several states that are not `active`. */
export const withOpposites = (states: ReadonlyMap<string, string>): string[] =>
  [...states].flatMap(([state, member]) =>
    [...states.values()].filter((other) => other === member).length <= 2 ? [state] : [],
  )

interface Form {
  pattern: RegExp
  kind: SpokenRule['kind']
  isNeeded: boolean
}

function conditionIn(
  { text: stated, kind }: SpokenRule,
  forms: readonly Form[],
  states: ReadonlyMap<string, string>,
  isRequest: (verb: string) => boolean,
): StateCondition | undefined {
  const text = withoutOpposites(stated, withOpposites(states), [...states.keys()])
  for (const form of forms) {
    const groups = form.kind === kind ? form.pattern.exec(text)?.groups : undefined
    if (groups === undefined || (groups.verb !== undefined && !isRequest(groups.verb))) continue
    const named = [...states].flatMap(([state, member]) =>
      new RegExp(`(?<![\\w-])${wordsFor(state, member)}(?![\\w-])`, 'i').test(groups.list ?? '')
        ? [state]
        : [],
    )
    const isNot = form.isNeeded !== (groups.not !== undefined)
    return named.length === 0 ? undefined : { states: named, isNot }
  }
  return undefined
}

const NO = "(?:cannot|can ?not|can[’']t|may not|must not|can no longer|may no longer)"
const TO = '(?:to|for|with|against|on|in|from|by|at|of)'
const END = '(?: any ?more| any longer| here)?'

function formsOf(
  nouns: readonly string[],
  subjects: readonly string[],
  states: ReadonlyMap<string, string>,
): Form[] {
  const noun = `(?:${nouns.map(inEitherNumber).join('|')})`
  const one = `(?:${[...states].map(([state, member]) => wordsFor(state, member)).join('|')})`
  const list = `(?:either )?(?<list>${one}(?:(?:,? (?:or|and|nor)|,)(?: an?| in)? ${one})*)`
  const item = `(?:(?:the|this|that|an?|any|each|every|its|chosen|given) )*${noun}`
  const subject = `(?:(?:an?|the|new) )?(?:${[...subjects.map(inEitherNumber), 'you', 'clients', 'callers', 'users', 'it', 'this'].join('|')})`
  const be = '(?:is|are|was|were|has been|have been)'
  const not = "(?<not> not|n[’']t| no longer| not yet)?"
  const as =
    '(?: (?:currently|already|still|now))?(?: (?:marked|flagged|set))?(?: (?:as|to be|in|an?|(?:in )?(?:the )?(?:status|state)))*'
  const whose = `(?:(?:whose (?:status|state) is|that (?:is|are)|which (?:is|are)|who (?:is|are)|(?:in|with)(?: (?:the )?(?:status|state))?) ${list})`
  const only =
    '(?:can|may) (?:only(?: be)?|be only) (?<verb>\\w+)(?: (?!for\\b|to\\b|with\\b|against\\b)[\\w-]+){0,2}'
  const form = (kind: Form['kind'], source: string, isNeeded: boolean): Form => ({
    pattern: new RegExp(`^${source}$`, 'i'),
    kind,
    isNeeded,
  })
  return [
    form('cause', `${item} ${be}${not}${as} ${list}`, false),
    form(
      'cause',
      `(?:you (?:tried|try) to|an attempt to|it is) [\\w ]*?${item} (?:that|which|who) ${be}${not}${as} ${list}`,
      false,
    ),
    form('cause', `${item}['’]s (?:status|state) is${not} ${list}`, false),
    form('unless', `${item} ${be}${not}${as} ${list}`, true),
    form('request', `(?:an? )?${list} ${noun}(?: (?:does|do) not \\w+)?`, false),
    form(
      'request',
      `(?:an? |the )?${noun} (?:(?:that|which|who) (?:is|are) )?(?:(?:flagged|marked) )?(?:as )?(?:in (?:status|state) )?${list}`,
      false,
    ),
    form(
      'plain',
      `(?:an? |the )?${noun} (?:(?:that|which|who) (?:is|are) )?${list} ${NO} (?:be )?(?<verb>\\w+)${END}`,
      false,
    ),
    form('plain', `only (?:an? )?${list} ${noun} (?:is|are|get|gets) (?<verb>\\w+ed)${END}`, true),
    form('plain', `(?:an? )?${list} ${noun} (?:is|are) (?:not|never) (?<verb>\\w+ed)${END}`, false),
    form('plain', `${item} must${not} be${as} ${list}`, true),
    form('plain', `(?:an? |the )?${list} ${noun} ${NO} be (?<verb>\\w+)(?: (?!by\\b)\\w+)?${END}`, false),
    form('plain', `${item} ${whose} ${NO} be (?<verb>\\w+)${END}`, false),
    form('plain', `${subject} ${only} (?:only )?${TO} (?:an? |the )?${list} ${noun}`, true),
    form('plain', `${subject} ${only} (?:only )?${TO} ${item} ${whose}`, true),
    form('plain', `only (?:an? )?${list} ${noun} (?:can|may) be (?<verb>\\w+)${END}`, true),
    form('plain', `only ${item} ${whose} (?:can|may) be (?<verb>\\w+)${END}`, true),
    form('plain', `(?:it |this )?requires (?:an? |the )?${list} ${noun}`, true),
  ]
}
