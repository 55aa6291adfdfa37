/** Numbers that a request raises by one, by descriptions: "Its `times_loaned` goes up by one", "Goes up by one whenever a session is stopped." */
import { escaped } from '../openapi/templates.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import {
  asWords,
  CLAUSE_END,
  CLAUSE_START,
  descriptionOf,
  directSentences,
  inEitherNumber,
  plainSentences,
} from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { outcomeText } from './outcomes.ts'
import { actionOn } from './paths.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { isActionTo, normal, wordsOf } from './vocabulary.ts'

export interface Counter {
  /** The resource whose items show the number. */
  holder: Resource
  property: string
  /** The resource whose items the request creates or acts on; the same one where it acts on the holder. */
  child: Resource
  operation: ApiOperation
  /** The sentence, for messages. */
  text: string
}

/** Words of counts in some cases only, at another moment, or of something else. */
const CONDITIONAL =
  /\b(?:not|never|if|when|whenever|every time|each time|after|before|at|within|unless|only|except|may|might|can|until|once|half|per|first|last|later|eventually|background|asynchronous\w*|nightly|(?:a|batch|cron|scheduled|periodic|separate) job|otherwise|successful\w*|failed)\b/i

const RISES =
  '(?:(?:goes|go) up by (?:one|1)|(?:is|are) (?:then )?(?:increased|incremented|raised) by (?:one|1)|(?:increases|rises|increments|grows) by (?:one|1))'
const RAISES = '(?:increases|increments|raises|bumps)'

/** Sentences about requests that do not count, or about another value: "Loans of staff do not count", "Capped at 3". */
const EXCEPTION =
  /\b(?:not|never|nor|without|no|only|except|unless)\b.*\b(?:count\w*|chang\w+|increment\w*|increase\w*|rais\w+|goes? up)\b|\b(?:ignored|nothing|no effect|capped|reset\w*|at most|up to)\b/i
const ELSEWHERE =
  /\b(?:not|never|only|except|unless|if|updated|shared|cached|hourly|daily|nightly|later|delay\w*|job|maximum)\b/i

/** The counters of all resources. */
export function countersOf(api: Api, graph: ResourceGraph): Counter[] {
  const counts = graph.resources.flatMap((holder) =>
    countsOf(api, holder).map((property) => ({ holder, property })),
  )
  return counts.flatMap(({ holder, property }) => [
    ...byRequests(api, graph, holder, property),
    ...byDescription(api, graph, holder, property),
  ])
}

/** The integers of an item that clients do not set. */
function countsOf(api: Api, holder: Resource): string[] {
  if (holder.read === undefined || holder.create === undefined) return []
  const sent = bodyProperties(api, holder.create)
  const shown = responseProperties(api, holder.read)
  return [...shown].flatMap(([name, schema]) =>
    !sent.has(name) && typesOf(withoutNull(api.document, viewOf(api.document, schema))).includes('integer')
      ? [name]
      : [],
  )
}

/** The requests that create items of a resource, change them or act on them. */
const requestsOf = (api: Api, { create, update, replace, item }: Resource): ApiOperation[] => [
  ...new Set([create, update, replace, ...actionsOn(api, item)].filter((one) => one !== undefined)),
]

/** Those that the descriptions of requests state: "The copy becomes `on_loan` and its `times_loaned` goes up by one." */
function byRequests(api: Api, graph: ResourceGraph, holder: Resource, property: string): Counter[] {
  const [spoken, literal] = [asWords(property), escaped(property)]
  const name = wordsOf(property).length > 1 ? `(?:${literal}|${spoken})` : literal
  const owner = `(?:(?:${nounsOf(holder).map(inEitherNumber).join('|')})['’]s )?`
  const ofOwner = `(?: of (?:the|its|that|this) (?:${nounsOf(holder).map(inEitherNumber).join('|')}))?`
  const subject = '(?:(?:it|this|(?:each|every) (?:change|update|edit|request)) )?'
  const forms = [
    `(?:its|the|their) ${owner}${name}${ofOwner} ${RISES}`,
    `${subject}${RAISES} (?:the |its )?${owner}${name}${ofOwner} by (?:one|1)`,
    `${subject}adds (?:one|1) to (?:the |its )?${owner}${name}${ofOwner}`,
  ].map((form) => new RegExp(CLAUSE_START + form + CLAUSE_END, 'i'))
  // Only where one kind of items has such a number is it clear whose it is.
  const isSingle = graph.resources.every(
    (one) => one === holder || !responseProperties(api, one.read).has(property),
  )
  return graph.resources.flatMap((child) =>
    requestsOf(api, child).flatMap((operation) => {
      if (child !== holder && !isSingle) return []
      if (child === holder && operation === holder.create) return []
      const description = outcomeText(operation)
      if (plainSentences(description, '.;').some((text) => EXCEPTION.test(text))) return []
      return directSentences(description)
        .filter((text) => !CONDITIONAL.test(text) && forms.some((form) => form.test(text)))
        .map((text) => ({ holder, property, child, operation, text: text.trim() }))
        .slice(0, 1)
    }),
  )
}

/** Those that the description of the number states: "Goes up by one whenever a session of the customer is stopped." */
function byDescription(api: Api, graph: ResourceGraph, holder: Resource, property: string): Counter[] {
  const schema = responseProperties(api, holder.read).get(property)
  const text = descriptionOf(viewOf(api.document, schema))
  const owner = `(?: (?:of|for|by|in|on|from|to) (?:the|this) (?:${nounsOf(holder).map(inEitherNumber).join('|')}))?`
  return graph.resources.flatMap((child) => {
    const noun = `(?:${nounsOf(child).map(inEitherNumber).join('|')})`
    const form = new RegExp(
      `^\\W*(?:it )?(?:${RISES}|is incremented|increments) (?:whenever|when|each time|every time|with every|with each) (?:an?|the) ${noun}${owner} is (\\w+)\\W*$`,
      'i',
    )
    const sentences = plainSentences(text, '.;')
    const [verb] = sentences.flatMap((one) => form.exec(one)?.[1] ?? [])
    if (verb === undefined || sentences.some((one) => EXCEPTION.test(one) || ELSEWHERE.test(one))) return []
    const acted = actionsOn(api, child.item).filter((one) =>
      isActionTo(wordsOf(actionOn(child.item, one.path) ?? '')[0] ?? '', verb.toLowerCase()),
    )
    const made =
      isMadeBy(api, child, verb) && child.create !== undefined && child !== holder ? [child.create] : []
    const [operation, ...others] = [...acted, ...made]
    return operation === undefined || others.length > 0
      ? []
      : [{ holder, property, child, operation, text: text.trim() }]
  })
}

const MADE = /^(?:created|added|made|placed|opened|registered|recorded|posted|booked|lent|started)$/i

/** Whether an item is created by that. A draft is placed later. */
const isMadeBy = (api: Api, child: Resource, verb: string): boolean =>
  MADE.test(verb) &&
  (statusOf(api, child)?.values ?? []).every(
    (one) => !/^(?:draft|cart|basket|planned)$/i.test(one) && normal(one) !== normal(verb),
  )
