/** Values that must be the same as others, or must not: "A `reviewer` equal to `person` fails", "must match the account's currency". */
import type { Json } from '../openapi/document.ts'
import { typesOf, viewOf, withoutNull } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { nounsOf } from './relations.ts'
import type { Resource, ResourceGraph } from './resources.ts'
import { isNoun, type NamedProperty, namedIn, type Vocabulary, vocabularyOf } from './spokenNames.ts'
import { type SpokenRule, spokenRules } from './spokenRules.ts'
import { ownerOfId } from './vocabulary.ts'

export interface ValueMatch {
  operation: ApiOperation
  /** The property of the body. */
  property: string
  other: NamedProperty
  /** `entry`: the property must be one of the entries of the other one. */
  relation: 'same' | 'different' | 'entry'
  status: number
  description: string
}

interface Form {
  pattern: RegExp
  kind: SpokenRule['kind']
  /** The relation that is required. */
  relation: ValueMatch['relation']
}

const A = "(?:an? |the )?(?<first>[\\w'’-]+(?: [\\w'’-]+){0,3}?)"
const B = "(?<second>[\\w'’-]+(?: [\\w'’-]+){0,4}?)"
const MUST = '(?:must|has to|have to|needs to|need to)'
const MUST_NOT = "(?:must not|cannot|can ?not|can[’']t|may not)"
const form = (kind: Form['kind'], relation: Form['relation'], source: string): Form => ({
  pattern: new RegExp(`^${source}$`, 'i'),
  kind,
  relation,
})

const FORMS: readonly Form[] = [
  form('request', 'different', `${A} (?:equal to|identical to|that equals|that is the same as) ${B}`),
  form('cause', 'different', `${A} (?:equals|is equal to|is the same as|is identical to) ${B}`),
  form(
    'cause',
    'different',
    `${A} and ${B} are (?:equal|identical|the same(?: (?!length|size|type|kind|number|format|sign|order|currency)\\w+)?)`,
  ),
  form(
    'plain',
    'different',
    `${A} ${MUST_NOT} (?:be the same as|equal|be equal to|match|be identical to) ${B}`,
  ),
  form('plain', 'different', `${A} ${MUST} (?:differ from|be different from|be other than) ${B}`),
  form('plain', 'different', `${A} and ${B} ${MUST} (?:differ|be different)`),
  form('plain', 'different', `${A} and ${B} ${MUST_NOT} be (?:the same|equal|identical)`),
  form(
    'cause',
    'same',
    `${A} (?:does not match|doesn[’']t match|differs from|is not the same as|does not equal|is different from|is not equal to) ${B}`,
  ),
  form(
    'plain',
    'same',
    `${A} ${MUST} (?:match|equal|be the same as|be equal to|be identical to|agree with) ${B}`,
  ),
  form('cause', 'entry', `${A} is not (?:one of|among|in|listed in|part of) ${B}`),
  form('plain', 'entry', `${A} ${MUST} be (?:one of|among|listed in) ${B}`),
  form('plain', 'entry', `(?:must be )?(?:(?:the )?\\w+ of )?one of ${B}`),
]

/** The values of a request that the document compares with other ones. */
export function valueMatches(api: Api, graph: ResourceGraph, operation: ApiOperation): ValueMatch[] {
  const vocabulary = vocabularyOf(api, graph, operation)
  const scalars = namesOf(api, ['string', 'integer', 'number'])
  const lists = namesOf(api, ['array'])
  return spokenRules(api, operation).flatMap((rule): ValueMatch[] => {
    const { text, kind, self, status, description } = rule
    const itself = itselfIn(rule, vocabulary, graph.resources)
    if (itself !== undefined) return [{ operation, ...itself, relation: 'different', status, description }]
    const read = groupsIn(text, kind)
    if (read === undefined) return []
    const { relation, first = 'it', second = '' } = read
    const one = namedIn(api, first, vocabulary, self, scalars)
    const other = namedIn(api, second, vocabulary, self, relation === 'entry' ? lists : scalars)
    if (one?.in !== 'body' || other === undefined) return []
    // The entries of a list in the body are a matter of its schema.
    const isOfBody = other.in === 'body' && (other.property === one.property || relation === 'entry')
    // "The currency must match the account" is about a value of the account.
    const isOfItem =
      other.in === 'body' &&
      relation === 'same' &&
      ownerOfId(other.property) !== undefined &&
      ownerOfId(one.property) === undefined
    return isOfBody || isOfItem
      ? []
      : [{ operation, property: one.property, other, relation, status, description }]
  })
}

/** "A team against itself": the two items of one kind that the body refers to. */
function itselfIn(
  { text, kind }: SpokenRule,
  { references, body }: Vocabulary,
  kinds: readonly Resource[],
): Pick<ValueMatch, 'property' | 'other'> | undefined {
  const forms = kind === 'plain' ? NEVER_ITSELF : kind === 'unless' ? [] : [ITSELF]
  const found = text
    .split(/, (?:or )?/)
    .flatMap((one) => forms.map((form) => form.exec(one)?.groups?.noun ?? ''))
  const noun = found.find((one) => one !== '')
  if (noun === undefined) return undefined
  const isCalled = (one: Resource) => nounsOf(one).some((each) => isNoun(noun, each))
  const named = references.flatMap(({ by, holder }) => (isCalled(holder) ? [by] : []))
  const isOfSides = /\b(?:against|plays?)\b/i.test(text) && kinds.some(isCalled)
  // `home_id` and `away_id` do not name what they refer to.
  const unknown = [...body.keys()].filter(
    (name) => ownerOfId(name) !== undefined && references.every(({ by }) => by !== name),
  )
  const [property, other, ...more] = named.length > 0 || !isOfSides ? named : unknown
  return property === undefined || other === undefined || more.length > 0
    ? undefined
    : { property: other, other: { in: 'body', property } }
}

const SELF = '(?:itself|themselves|oneself|himself or herself)'
const NOUN = '(?<noun>[\\w-]+(?: [\\w-]+)?)'
const ITSELF = new RegExp(
  `^(?:(?:an? |the )?[\\w-]+ (?:of|from|by|between) )?(?:an? |the |one )?${NOUN} (?:against|with|to|and|plays?(?: against)?|meets) ${SELF}$`,
  'i',
)
const NEVER_ITSELF = [
  new RegExp(
    `^(?:an? |the )?${NOUN} (?:cannot|can[’']t|may not|must not|must never|can never) [\\w ]{1,30}? ?${SELF}$`,
    'i',
  ),
  new RegExp(`^no ${NOUN} (?:can|may) [\\w ]{1,30}? ?${SELF}$`, 'i'),
]

type Read = Pick<Form, 'relation'> & { first?: string; second?: string }

function groupsIn(text: string, kind: SpokenRule['kind']): Read | undefined {
  for (const { pattern, kind: needed, relation } of FORMS) {
    const groups = needed === kind ? pattern.exec(text)?.groups : undefined
    if (groups !== undefined) return { ...groups, relation }
  }
  return undefined
}

const namesOf =
  ({ document }: Api, wanted: readonly string[]) =>
  (properties: ReadonlyMap<string, Json>): string[] =>
    [...properties].flatMap(([name, schema]) => {
      const view = withoutNull(document, viewOf(document, schema))
      const types = view.enum === undefined ? typesOf(view) : ['string']
      return types.some((type) => wanted.includes(type)) ? [name] : []
    })
