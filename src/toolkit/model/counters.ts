/** Numbers that a request raises by one, by descriptions: "Its `times_loaned` goes up by one", "Goes up by one whenever a session is stopped." */
import { escaped } from '../openapi/templates.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { asWords, descriptionOf, inEitherNumber, plainSentences } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { actionOn } from './paths.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { isActionTo, wordsOf } from './vocabulary.ts'

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
  /\b(?:not|never|if|unless|only|except|may|might|can|until|once|half|per|first|last|later|eventually|background|asynchronous\w*|nightly|job|otherwise|successful\w*|failed)\b/i

const RISES =
  '(?:(?:goes|go) up by (?:one|1)|(?:is|are) (?:then )?(?:increased|incremented|raised) by (?:one|1)|(?:increases|rises|increments|grows) by (?:one|1))'
const RAISES = '(?:increases|increments|raises|bumps|adds (?:one|1) to)'

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
  const forms = [
    new RegExp(`\\b(?:its|the|their) ${owner}${name}${ofOwner} ${RISES}`, 'i'),
    new RegExp(`\\b${RAISES} (?:the |its )?${owner}${name}${ofOwner}(?: by (?:one|1))\\b`, 'i'),
    new RegExp(`\\badds (?:one|1) to (?:the |its )?${owner}${name}\\b`, 'i'),
  ]
  // Only where one kind of items has such a number is it clear whose it is.
  const isSingle = graph.resources.every(
    (one) => one === holder || !responseProperties(api, one.read).has(property),
  )
  return graph.resources.flatMap((child) =>
    requestsOf(api, child).flatMap((operation) => {
      if (child !== holder && !isSingle) return []
      if (child === holder && operation === holder.create) return []
      return sentencesOf(descriptionOf(operation.operation))
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
    const [verb] = sentencesOf(text).flatMap((one) => form.exec(one)?.[1] ?? [])
    if (verb === undefined) return []
    const acted = actionsOn(api, child.item).filter((one) =>
      isActionTo(wordsOf(actionOn(child.item, one.path) ?? '')[0] ?? '', verb.toLowerCase()),
    )
    const made = MADE.test(verb) && child.create !== undefined && child !== holder ? [child.create] : []
    const [operation, ...others] = [...acted, ...made]
    return operation === undefined || others.length > 0
      ? []
      : [{ holder, property, child, operation, text: text.trim() }]
  })
}

const MADE = /^(?:created|added|made|placed|opened|registered|recorded|posted|booked|lent|started)$/i

const sentencesOf = (text: string): string[] => plainSentences(text.replaceAll(/[`*"]/g, ''), '.;')
