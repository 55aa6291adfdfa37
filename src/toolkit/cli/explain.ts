import { rulePage } from '../conformance/report/rulePage.ts'
import { ruleCatalogue } from '../conformance/ruleCatalogue.ts'
import { closest } from '../openapi/nearest.ts'
import { UsageError } from './program/command.ts'
import { defineCommand } from './program/defineCommand.ts'

/** `specwright explain`: prints the page of a rule of `conform`, offline. */
export const explain = defineCommand({
  name: 'explain',
  description:
    'Print the page of a rule of conform. It explains the check, and shows a failing and a passing exchange, the fix, and how to turn the rule off.\n\nRULE is an id that a finding shows and that "rules" lists.',
  operands: '<rule>',
  flags: {},
  examples: [
    ['explain created-read-back', 'Read what a finding means'],
    ['explain body-matches-schema', 'Read about a rule over single responses'],
  ],
  async run(_given, { print }, [id = '']) {
    const page = rulePage(id)
    if (page === undefined) {
      const meant = closest(
        id,
        ruleCatalogue.map((one) => one.id),
      )
      throw new UsageError(
        `There is no rule "${id}".${meant === undefined ? '' : ` Did you mean ${meant}?`} "rules" lists all of them.`,
      )
    }
    print(page.trimEnd())
    return 0
  },
})
