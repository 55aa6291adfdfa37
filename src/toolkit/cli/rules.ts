import { RULE_GROUPS, ruleCatalogue } from '../conformance/ruleCatalogue.ts'
import { defineCommand } from './program/defineCommand.ts'

/** `specwright rules`: lists what `conform` checks. */
export const rules = defineCommand({
  name: 'rules',
  description: 'List the rules of conform by group, each with what must be true.',
  flags: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: ['text', 'json'],
      default: 'text',
      help: 'Format of the list.',
    },
  },
  examples: [
    ['rules', 'List all rules'],
    ['rules --format json', 'Read the list in a script'],
  ],
  async run({ format }, { print }) {
    if (format === 'json') {
      print(JSON.stringify(ruleCatalogue, null, 2))
      return 0
    }
    const width = Math.max(...ruleCatalogue.map(({ id }) => id.length))
    for (const [index, { id, group, title }] of ruleCatalogue.entries()) {
      if (group !== ruleCatalogue[index - 1]?.group) print(`${index === 0 ? '' : '\n'}${RULE_GROUPS[group]}`)
      print(`  ${id.padEnd(width)}  ${title}`)
    }
    return 0
  },
})
