import { ruleCatalogue } from '../conformance/report/ruleCatalogue.ts'
import { closest } from '../openapi/nearest.ts'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'

/** `specwright explain`: prints what a rule of `conform` checks, offline. */
export const explain = defineCommand({
  name: 'explain',
  description:
    'Print what a rule of conform checks, and the standard or document that requires it.\n\nRULE is an id that a finding shows and that "rules" lists.',
  operands: '<rule>',
  flags: {},
  examples: [
    ['explain created-read-back', 'Read what a finding means'],
    ['explain body-matches-schema', 'Read about a rule over single responses'],
  ],
  async run(_given, { print }, [id = '']) {
    const all = ruleCatalogue()
    const rule = all.find((one) => one.id === id)
    if (rule === undefined) {
      const meant = closest(
        id,
        all.map((one) => one.id),
      )
      throw new UsageError(
        `There is no rule "${id}".${meant === undefined ? '' : ` Did you mean ${meant}?`} "rules" lists all of them.`,
      )
    }
    print(`${rule.id}\n\n${rule.text}`)
    return 0
  },
})
