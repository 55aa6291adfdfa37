/** Effects of an update that depend on the state it sets: "On publishing, `published_at` is set to now." */
import { escaped } from '../openapi/templates.ts'
import { statePattern } from './description.ts'
import type { Subject } from './markedSentences.ts'
import { type StatedEffect, statedEffects } from './statedEffects.ts'
import { isActionTo } from './vocabulary.ts'

/** The states that a request can set. */
interface Setting {
  /** The property of the body. */
  property: string
  states: readonly string[]
}

interface SettingEffect extends StatedEffect {
  state: string
}

/**
 * The effects that a text states for one of the states that a request sets.
 * @param subjects the item of the request first
 */
export function settingEffects(
  text: string,
  subjects: readonly Subject[],
  setting: Setting,
): SettingEffect[] {
  const sentences = text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.;])\s+/)
    .map((one) => ({ one, occasion: occasionOf(one, setting) }))
  // Other sentences may limit the effect.
  const others = sentences.flatMap(({ one, occasion }) => (occasion === undefined ? [one] : []))
  return sentences.flatMap(({ one, occasion }) =>
    occasion === undefined
      ? []
      : statedEffects([occasion.rest, ...others].join(' '), subjects, () => false)
          .filter((effect) => occasion.rest.startsWith(effect.text))
          .map((effect) => ({ ...effect, text: one.replace(/;$/, ''), state: occasion.state })),
  )
}

/** A verb, but not a noun in the plural with its verb. */
const VERB =
  '(?=(?:also |then |automatically )?(?!(?:is|has|was) |[a-z]+s (?:keep|have|are|must|can|may|will|do|stay|remain)\\b)[a-z]+s )'

/**
 * The state that a sentence is about, and the rest of the sentence.
 * @example occasionOf('On publishing, `published_at` is set.', { property: 'state', states: ['draft', 'published'] })
 */
function occasionOf(
  sentence: string,
  { property, states }: Setting,
): { state: string; rest: string } | undefined {
  const one = states.map(statePattern).join('|')
  const name = `[\`"]*(?:${escaped(property)}|status|state)[\`"]*`
  const forms = [
    `^\`?\\{? ?${name}(?::|=| =) ?[\`"]*(?<state>${one})[\`"]* ?\\}?\`? ${VERB}`,
    `^(?:setting|changing|moving|switching|a change|a move) (?:(?:the |its )?${name} |it )?to [\`"]*(?<state>${one})[\`"]*,? ${VERB}`,
    `^(?:when|once|as soon as|whenever) (?:the |its )?${name} (?:becomes|is set to|changes to|goes to) [\`"]*(?<state>${one})[\`"]*, `,
    `^\`(?<state>${one})\` ${VERB}`,
    `^(?:on|upon|when) (?<word>[a-z]+ing), `,
    `^(?<word>[a-z]+ing) (?:it |one )?${VERB}`,
  ]
  for (const form of forms) {
    const found = new RegExp(form, 'i').exec(sentence)
    const { state, word } = found?.groups ?? {}
    const named = states.filter((each) =>
      state === undefined
        ? isActionTo((word ?? '').replace(/ing$/i, ''), each)
        : new RegExp(`^${statePattern(state)}$`, 'i').test(each),
    )
    const [only, ...others] = named
    if (found !== null && only !== undefined && others.length === 0)
      return { state: only, rest: sentence.slice(found[0].length) }
  }
  return undefined
}
