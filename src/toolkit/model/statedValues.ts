/** Statements about the value of one property, such as its default. */
import type { Json, JsonObject } from '../openapi/document.ts'
import { escaped } from '../openapi/templates.ts'
import { typesOf, viewOf } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { descriptionOf, inEitherNumber, sentencesAbout } from './description.ts'
import { bodyProperties, responseProperties } from './operationProperties.ts'
import { surroundingTexts } from './surroundings.ts'

/**
 * The sentences about a property of a body: those of its descriptions, those that name it in the description of the operation,
 * and those around it that begin with it.
 */
export function textsAbout(api: Api, operation: ApiOperation, member: string): string[] {
  const own = [bodyProperties(api, operation), responseProperties(api, operation)].map((properties) =>
    descriptionOf(viewOf(api.document, properties.get(member))),
  )
  const subject = new RegExp(`^(?:(?:the|an?|all|any|every) )?\`?${inEitherNumber(member)}\`? `, 'i')
  return [
    ...own,
    ...sentencesAbout(descriptionOf(operation.operation), member),
    ...surroundingTexts(api, operation).flatMap((text) =>
      text.split(/(?<=[.;])\s+/).filter((one) => subject.test(one)),
    ),
  ].filter((one) => one !== '')
}

/** Conditions of a default, and values that others provide. */
const CONDITIONAL =
  /\b(?:unless|except|otherwise|depend\w*|copied|inherit\w*|derived|computed|generated|calculated|per|each|respective|same as|if|when|while|for|once|where)\b/i
const OMITTED =
  "(?:it is |it was |it[’']s |is |are |was |when |if |left )?(?:omitted|absent|missing|unset|left out|not (?:given|set|provided|specified|sent|supplied|present)|none is (?:given|set|provided|specified|sent))"

/**
 * The constant that a text states as the default of a property.
 * @param schema the view of the property
 * @example statedDefault('Defaults to `normal`.', 'priority', { enum: ['low', 'normal'] }) // 'normal'
 */
export function statedDefault(text: string, member: string, schema: JsonObject): Json | undefined {
  const name = `(?:(?:the |its )?\`?${escaped(member)}\`?|it|this|the (?:default|value))`
  const value = '(?<value>`[^`]{1,40}`|"[^"]{1,40}"|\'[^\']{1,40}\'|-?\\d+(?:\\.\\d+)?|[A-Za-z][\\w-]*)'
  const unit = '(?: (?:minutes?|seconds?|hours?|days?|percent|cents?|items?|points?|units?|pieces?|%))?'
  const end = `${unit}(?=[\\s.;,)]*$|[.;)](?!\\d)|,(?! ?(?:or|plus|then|which|the)\\b|\\d)| (?:if|when) ${OMITTED})`
  const forms = [
    `(?:^|[(;,] ?|\\b(?:it|and|that|which|${escaped(member)}\`?) )defaults?(?: (?:to|is|value is|of|value:)|:) ${value}${end}`,
    `\\(default:? ${value}${unit}\\)`,
    `\\b(?:the )?default(?: value)? (?:of ${name} )?(?:is|:) ${value}${end}`,
    `(?:^|[(;,] ?)(?:if|when) (?:${name} )?${OMITTED},? (?:then )?(?:${name} )?(?:is|becomes|defaults to|is set to|is taken as|counts as) ${value}${end}`,
    `(?:^|[(;,] ?)${value}${unit} (?:by default|(?:if|when) ${OMITTED}|unless (?:given|set|specified|stated otherwise))`,
  ]
  const omission = new RegExp(
    `(?:if|when) (?:${name} )?${OMITTED}|unless (?:given|set|specified|stated otherwise)`,
    'gi',
  )
  // "Organizations can change it in their settings."
  if (/\b(?:can|may) (?:be )?(?:change|configur|overrid|adjust)\w*\b|\bsettings?\b/i.test(text))
    return undefined
  for (const sentence of text.split(/(?<=[.;])\s+|\n/)) {
    if (CONDITIONAL.test(sentence.replaceAll(omission, ''))) continue
    for (const form of forms) {
      const found = new RegExp(form, 'i').exec(sentence)?.groups?.value
      const read = found === undefined ? undefined : valueIn(found, schema)
      if (read !== undefined) return read
    }
  }
  return undefined
}

/** A word as a value of a schema; undefined where the schema rules it out. */
function valueIn(word: string, schema: JsonObject): Json | undefined {
  const plain = word.replaceAll(/[`"']/g, '')
  const isQuoted = plain !== word
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => String(one) === plain)
  const types = typesOf(schema)
  if (types.includes('boolean') && /^(?:true|false)$/i.test(plain)) return /^true$/i.test(plain)
  const isNumber = types.some((type) => type === 'integer' || type === 'number')
  if (isNumber && /^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain)
  return types.includes('string') && isQuoted && schema.format === undefined ? plain : undefined
}
