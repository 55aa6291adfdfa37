import type { FlagValues } from '../program/command.ts'
import { freshFlag } from '../repeat/repeat.ts'

export const flags = {
  format: {
    type: 'string',
    value: 'FORMAT',
    default: 'text',
    choices: ['text', 'markdown', 'html', 'json', 'github'],
    help: 'Format of the report; github annotates a pull request.',
  },
  waivers: {
    type: 'string',
    value: 'FILE',
    help: 'Accepted findings (YAML): rule, subject, reason and expiry date of each. Default: diff-waivers.yaml, if there is one.',
  },
  'fail-on': {
    type: 'string',
    value: 'SEVERITY',
    default: 'breaking',
    choices: ['breaking', 'risky'],
    help: 'Exit with 1 on changes that are breaking, or also on risky ones.',
  },
  client: {
    type: 'string',
    multiple: true,
    value: 'PATH',
    help: 'Report which changes affect a client: the folder of its TypeScript project, or a recording of its requests (.har).',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'Write the report to FILE, and the totals to the terminal.',
  },
  today: {
    type: 'string',
    value: 'DAY',
    help: 'Date by which sunsets and waivers are measured, such as 2026-12-31. Default: today.',
  },
  ...freshFlag,
} as const

export type DiffFlags = FlagValues<typeof flags>
