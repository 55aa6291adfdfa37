/** Items that rule out a request to the item that they belong to: "Returns 409 if the room has a pending booking". */
import { escaped } from '../openapi/templates.ts'
import { type Api, type ApiOperation, actionsOn } from './api.ts'
import { descriptionOf, exemptStates, inEitherNumber, statePattern } from './description.ts'
import { type Link, linksTo } from './links.ts'
import { actionOn } from './paths.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { statusOf } from './roles.ts'
import { type SpokenRule, spokenRules } from './spokenRules.ts'
import { isActionTo } from './vocabulary.ts'

export interface DeletionBlock {
  /** The deletion, or an action. */
  operation: ApiOperation
  link: Link
  /** The states in which an item rules out the request. Empty: any. */
  states: readonly string[]
  status: number
  description: string
}

/** The promises about items of other resources that rule out a request to an item of the resource. */
export function deletionBlocks(api: Api, graph: ResourceGraph, resource: Resource): DeletionBlock[] {
  const operations = [resource.delete, ...actionsOn(api, resource.item)]
  return linksTo(api, graph, resource).flatMap((link) => {
    const values = statusOf(api, link.child)?.values ?? []
    const forms = formsOf(nounsOf(resource), nounsOf(link.child), values)
    return operations.flatMap((operation): DeletionBlock[] => {
      if (operation === undefined || operation === link.by) return []
      const action = operation === resource.delete ? undefined : actionOn(resource.item, operation.path)
      const others = operations.flatMap((one) => (one && actionOn(resource.item, one.path)) ?? [])
      const isMeant = (verb: string | undefined) =>
        action === undefined
          ? verb === undefined || others.every((one) => !isActionTo(one, verb))
          : verb !== undefined && isActionTo(action, verb)
      const exempt = exemptStates(textsOf(operation), nounsOf(link.child), values)
      const [first] = spokenRules(api, operation).flatMap(({ status, description, ...rule }) => {
        const all = blockingIn(rule, forms, values, isMeant)
        const states = all && withoutExempt(all, exempt, values)
        return states === undefined ? [] : [{ operation, link, states, status, description }]
      })
      return first === undefined ? [] : [first]
    })
  })
}

/** The descriptions of an operation and of its error responses. */
const textsOf = ({ operation, responses }: ApiOperation): string[] => [
  descriptionOf(operation),
  ...[...responses].flatMap(([status, { node }]) => (/^4/.test(status) ? [descriptionOf(node)] : [])),
]

/** Undefined where no state remains. */
function withoutExempt(
  states: readonly string[],
  exempt: readonly string[],
  values: readonly string[],
): string[] | undefined {
  if (exempt.length === 0) return [...states]
  const left = (states.length === 0 ? values : states).filter((one) => !exempt.includes(one))
  return left.length === 0 ? undefined : left
}

interface Form {
  pattern: RegExp
  kind: SpokenRule['kind']
  /** Whether the states are those in which an item does not rule out the request. */
  isFree: boolean
  /** Whether the words are about deletions, or about the request of their verb: "cannot be refunded". */
  isOfDeletion: boolean
}

/**
 * The states in which items rule out the request, by a sentence.
 * @param isMeant whether a verb is that of the request
 */
function blockingIn(
  { text, kind, isOfAll }: Pick<SpokenRule, 'text' | 'kind' | 'isOfAll'>,
  forms: readonly Form[],
  values: readonly string[],
  isMeant: (verb: string | undefined) => boolean,
): string[] | undefined {
  for (const form of forms) {
    // "All matches have to be played" is about the request that it describes.
    const isOther = form.kind === 'plain' && !form.isOfDeletion && isOfAll === true
    if (form.kind !== kind || isOther) continue
    const found = form.pattern.exec(text)
    if (found === null) continue
    if (!form.isOfDeletion || isMeant(found.groups?.verb?.toLowerCase()))
      return blocking(form, Object.entries(found.groups ?? {}), values)
  }
  return undefined
}

function blocking(
  { isFree }: Form,
  groups: readonly [string, string | undefined][],
  values: readonly string[],
): string[] | undefined {
  const named = (prefix: string) =>
    groups.find(([name, one]) => name.startsWith(prefix) && one !== undefined)?.[1]
  const list = named('list')
  if (list === undefined) return isFree ? undefined : []
  const isNamed = (state: string) => new RegExp(`(?<![\\w-])${statePattern(state)}(?![\\w-])`, 'i').test(list)
  const isOutside = isFree !== (named('not') !== undefined)
  const states = values.filter((state) => isNamed(state) !== isOutside)
  return states.length === 0 ? undefined : states
}

const HAS =
  '(?:still |already |currently )?(?:has|have|had|contains?|owns?|holds?|includes?|is (?:still |currently )?(?:used|referenced|referred to|assigned) (?:by|in|to)|is (?:still )?in use by|belongs to|is (?:still )?part of)(?: ever| still| already| had)*'
const SOME = '(?:(?:any|an?|at least one|one or more|one|some|existing|other|more|further) )*'
const NO = "(?:cannot|can ?not|can[’']t|may not|must not|can never|may never|is never|are never|is not)"
const DELETED = '(?<verb>\\w+ed|forgotten|emptied)'
const IF = '(?:if|when|while|as long as|so long as|once)'

/** The phrases of sentences about an item and those that belong to it. Each use of a group has a name of its own. */
function phrasesOf(holders: readonly string[], children: readonly string[], values: readonly string[]) {
  const holder = `(?:${[...holders.map(inEitherNumber), 'item', 'resource'].join('|')})`
  const child = `(?:${children.map(inEitherNumber).join('|')})`
  const it = `(?:(?:(?:the|this|that|an?|such an?) )?${holder}|it|they)`
  const one = values.length === 0 ? '(?!)' : `(?:${values.map(statePattern).join('|')})`
  const of = `(?:(?:${it}['’]s|its|their|the|his|her|this) )?`
  const created = children.flatMap(verbsFor).join('|') || '(?!)'
  let count = 0
  const list = () => {
    count += 1
    return `(?<list${count}>(?:still )?${one}(?:(?:,? (?:or|and|nor)|,)(?: in)? ${one})*)`
  }
  const not = () => {
    count += 1
    return `(?<not${count}> not|n[’']t)?`
  }
  const things = () => {
    const after = [
      ` (?:(?:in|with)(?: (?:the )?(?:status|state)(?:s|es)?)? )?${list()}`,
      ` (?:that|which|who) (?:is|are|has|have)${not()}(?: yet| been| still)* ${list()}`,
    ].join('|')
    const tail = `(?: (?:ever |already )?(?:raised|placed|filed|made|booked|assigned|attached|left|recorded|linked))?(?: (?:against|for|to|with|in|on|under|at|of) (?:it|them|him|her|${it}))?`
    // Of "a reservation or contract", one kind is enough.
    return `${SOME}(?:${list()} )?(?:[\\w-]+ or (?:an? )?)?${child}(?: or (?:an? )?[\\w-]+)?(?:${after})?${tail}`
  }
  return {
    holder,
    it,
    things,
    /** "a ticket has been used" */
    inState: () =>
      `(?:any|an?|one|some|at least one) ${child} (?:is|are|has been|have been)${not()}(?: already)? ${list()}`,
    /** Items that rule out the request. */
    causes: [
      () => `${it} ${HAS} ${things()}`,
      () => `there (?:is|are) (?:still )?${things()}`,
      () =>
        `${things()} (?:still )?(?:refers? to|references?|uses?|has|have|contains?|includes?|belongs? to|exists?(?: for| in)?)(?: ${it}| them)?`,
      () =>
        `(?:any|an?|one|some|at least one)(?: of)? ${of}${child}(?: of ${it})? (?:is|are|has been)${not()}(?: still| yet| already)* ${list()}(?:,? but not (?:yet )?${one})?`,
    ],
    /** That an item is in another state: "At least one job has left `unassigned`". */
    left: () =>
      `(?:any|an?|one|some|at least one)(?: of)? ${of}${child}(?: of ${it})? (?:has left|is no longer|has gone beyond)(?: (?:the )?(?:status|state))? ${list()}`,
    /** The absence of such items. */
    frees: [
      () =>
        `(?:${it} (?:has|have|contains?) no|there (?:is|are) no|no) ${things()}(?: (?:exists?|refers? to ${it}|is left|are left))?`,
      () =>
        `(?:nobody|no one|nothing) (?:has|is|was)(?: yet| ever)? (?:${created}) (?:for|to|on|in|with) ${it}`,
    ],
    /** That all items are in states that do not rule it out. */
    all: () =>
      `(?:all(?: of)?|every|each(?: of)?) ${of}${child}(?: of ${it})? (?:is|are|has been|have been|must be|must have been)(?: already)? ${list()}(?: first)?`,
    /** "All matches have to be played", "Needs all subscriptions of the plan to be cancelled" */
    needed: () =>
      `(?:(?:it |this )?(?:needs|requires) (?:all(?: of)?|every|each(?: of)?) ${of}${child}(?: of ${it})? to be|(?:all(?: of)?|every|each(?: of)?) ${of}${child}(?: of ${it})? (?:must|has to|have to|needs? to) (?:be|have been)) (?:already )?${list()}(?: first| by then| already)?`,
  }
}

function formsOf(...words: Parameters<typeof phrasesOf>): Form[] {
  const { holder, it, things, inState, causes, frees, left, all, needed } = phrasesOf(...words)
  const form = (kind: SpokenRule['kind'], source: string, isFree = false): Form => ({
    pattern: new RegExp(`^${source}(?:,? (?:whatever|nor) [^.;]*)?$`, 'i'),
    kind,
    isFree,
    isOfDeletion: kind === 'plain' || kind === 'request',
  })
  const only = `${it} (?:can|may) (?:only be|be only|be) ${DELETED} (?:only )?(?:${IF}|after|provided(?: that)?)`
  const never = `${it} ${NO} be ${DELETED}(?: any ?more)?`
  return [
    ...causes.map((cause) => form('cause', cause())),
    ...frees.map((free) => form('unless', free())),
    form('cause', left(), true),
    form('unless', all(), true),
    { ...form('plain', needed(), true), isOfDeletion: false },
    form('plain', `${all()} before .*`, true),
    form(
      'plain',
      `(?:an? |the )?${holder} (?:(?:with|that|which|who) )?(?:${HAS} )?${things()} ${NO} be ${DELETED}`,
    ),
    form('plain', `(?:an? |the )?${holder} (?:of|for|in|with) which ${inState()} ${NO} be ${DELETED}`),
    form(
      'plain',
      `only (?:an? )?${holder} (?:without|with no|that (?:has|have) no) ${things()} (?:can|may) be ${DELETED}`,
    ),
    form(
      'plain',
      `(?:we |you )?(?:never|won[’']t|will not|cannot|can[’']t|do not|don[’']t) (?:delete|remove|erase|discard|drop|forget|let) (?:[\\w-]+ ){1,3}?(?:that|which|who|with)(?: still| ever)*(?: ${HAS})? ${things()}`,
    ),
    form('plain', `${it} must (?:not have|have no|not contain|contain no) ${things()}`),
    ...frees.map((free) => form('plain', `${only} ${free()}`)),
    form('plain', `${only} ${all()}`, true),
    ...causes.map((cause) => form('plain', `${never} ${IF} ${cause()}`)),
    ...frees.map((free) => form('plain', `${never} (?:unless|until) ${free()}`)),
    form('plain', `${never} (?:unless|until) ${all()}`, true),
    form('request', `(?:deleting|removing|deletion of|removal of) ${it} (?:with|that ${HAS}) ${things()}`),
  ]
}

/** Participles of nouns for what users create: `applied` for an application, `booked` for a booking. */
function verbsFor(noun: string): string[] {
  const stem = noun.replace(/(?:ication|ation|ment|ing|ion)$/, '')
  if (stem.length < 3) return []
  return [escaped(`${stem}ied`), `${escaped(stem)}(?:ed|led|ned)?`].filter((one) => one !== escaped(noun))
}
