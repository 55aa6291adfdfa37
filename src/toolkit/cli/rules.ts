import { ruleCatalogue } from '../conformance/report/ruleCatalogue.ts'
import { defineCommand } from './program/defineCommand.ts'

/** `specwright rules`: lists what `conform` checks. */
export const rules = defineCommand({
  name: 'rules',
  description:
    'List the rules of conform, conform with events and conform with OAuth, each with what must be true.',
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
    const all = ruleCatalogue()
    if (format === 'json') {
      print(
        JSON.stringify(
          all.map(({ id, group, title }) => ({ id, group, title })),
          null,
          2,
        ),
      )
      return 0
    }
    const width = Math.max(...all.map(({ id }) => id.length))
    for (const [index, { id, group, title }] of all.entries()) {
      if (group !== all[index - 1]?.group) print(`${index === 0 ? '' : '\n'}${group}`)
      print(`  ${id.padEnd(width)}  ${title}`)
    }
    return 0
  },
})
