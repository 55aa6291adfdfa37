import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Command, UsageError } from './command.ts'
import { commandHelp } from './help.ts'
import { parseFlags, strayWords } from './parseFlags.ts'

const flags = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Redocly configuration. Default: redocly.yaml; without one, the recommended rules, with invalid examples as errors.',
  },
  format: { type: 'string', value: 'FORMAT', default: 'stylish', help: 'As `redocly lint` knows them.' },
  help: { type: 'boolean', help: 'Shows this.' },
} as const

/** `prompt-service lint`: what Redocly and the rules of a project say of documents, one mistake at a time. */
export const lint: Command = {
  name: 'lint',
  description:
    'Each DOCUMENT is a file, or the name of one that redocly.yaml lists. Without one, all that it lists.\nA file that cannot be parsed is told once, and alone: what follows from it is no news.',
  operands: '[DOCUMENT…]',
  flags,
  async run(args, { print }) {
    const words = strayWords(args, flags)
    const given = parseFlags(
      args.filter((_, index) => !words.some((word) => word.index === index)),
      flags,
    )
    if (given.help) {
      print(commandHelp(lint))
      return 0
    }
    const documents = words.map(({ word }) => word)
    const config = given.config ?? (existsSync('redocly.yaml') ? 'redocly.yaml' : undefined)
    const listed = config === undefined ? {} : listedIn(config)
    const named = documents.length > 0 ? documents : Object.keys(listed)
    if (named.length === 0) throw new UsageError('There is no redocly.yaml that lists documents; name them.')
    const pages = named.map((name) => listed[name] ?? name)
    const missing = pages.find((page) => !existsSync(page))
    if (missing !== undefined) throw new UsageError(`Received ${missing}; there is no such file.`)
    const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
    // It loads an optional peer, which need not be there for the help.
    const { EXAMPLE_RULES, syntaxFaults } = await import('../toolkit/lint/faults.ts')
    const faults = syntaxFaults(pages, process.cwd())
    if (faults.length > 0) throw new Error(`the documents cannot be judged yet.\n${faults.join('\n')}`)
    const scratch = mkdtempSync(join(tmpdir(), 'lint-'))
    try {
      const fallback = join(scratch, 'redocly.yaml')
      // JSON is YAML.
      writeFileSync(
        fallback,
        JSON.stringify({ telemetry: 'off', extends: ['recommended'], rules: EXAMPLE_RULES }),
      )
      return await run([
        redocly,
        'lint',
        ...documents,
        `--format=${given.format}`,
        `--config=${config ?? fallback}`,
      ])
    } finally {
      rmSync(scratch, { recursive: true })
    }
  },
}

/** The entry file of each document that a configuration lists, by its name. */
function listedIn(config: string): Record<string, string> {
  if (!existsSync(config)) throw new UsageError(`--config received ${config}; there is no such file.`)
  const { apis } = (parse(readFileSync(config, 'utf8')) ?? {}) as { apis?: Record<string, { root: string }> }
  return Object.fromEntries(Object.entries(apis ?? {}).map(([name, { root }]) => [name, root]))
}

function run(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? 0 : 1))
  })
}
