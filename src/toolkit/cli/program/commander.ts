/** Commands as commander understands them: it parses, suggests and writes the help. */
import { Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import {
  type Command,
  type Flag,
  type FlagTable,
  type FlagValues,
  type Terminal,
  UsageError,
} from './command.ts'
import { withCommonFlags, withCommonOutput } from './output.ts'

const DEFAULT_COLUMNS = 80
const MAX_COLUMNS = 110

/** Carries the exit code out of commander's actions. */
type Finish = (code: number) => void

/**
 * Parses arguments for one command and runs it.
 * @param args without the name of the command
 * @returns the exit code
 * @throws UsageError
 */
export function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  const words = command.arrange?.(args) ?? args
  const help = `${terminal.program ?? 'specwright'} help ${command.name}`
  return parse((finish) => commanderOf(command, terminal, finish, true), words, command.flags, help)
}

/**
 * Runs a commander tree.
 * @param flags those of the command that is meant, for suggestions
 * @param help the command that lists them
 * @returns the exit code
 * @throws UsageError
 */
export async function parse(
  create: (finish: Finish) => Commander,
  args: readonly string[],
  flags: FlagTable = {},
  help?: string,
): Promise<number> {
  let code = 0
  try {
    await create((result) => {
      code = result
    }).parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    // A command that only contains others was given none of them: its help was printed.
    if (error.code === 'commander.help') return 2
    const guess = error.code === 'commander.unknownOption' ? longerFlag(args, flags) : undefined
    const isUnknown = error.code === 'commander.unknownOption' && help !== undefined
    throw new UsageError(
      messageOf(error) +
        (guess === undefined ? '' : ` Did you mean ${guess}?`) +
        (isUnknown ? ` "${help}" lists the options.` : ''),
    )
  }
}

/** The flag that begins with an unknown one: commander suggests what differs in few letters only. */
function longerFlag(args: readonly string[], flags: FlagTable): string | undefined {
  const names = Object.keys(flags)
  const given = args.flatMap((arg) => /^--([a-z][\w-]*)$/.exec(arg)?.[1] ?? [])
  const unknown = given.find((name) => name !== 'help' && !names.includes(name))
  const longer = unknown === undefined ? [] : names.filter((name) => name.startsWith(`${unknown}-`))
  return longer[0] === undefined ? undefined : `--${longer[0]}`
}

/** commander's own message on one line. */
const messageOf = ({ message }: CommanderError): string => {
  const text = message.replace(/^error: /, '').replace(/\n\((Did you mean .*?\?)\)$/s, '. $1')
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}

/**
 * @param isIndependent parsed without a program around it; then its usage line begins with the program's name
 */
export function commanderOf(
  command: Command,
  terminal: Terminal,
  finish: Finish,
  isIndependent = false,
): Commander {
  const { program = 'specwright' } = terminal
  const { work } = command
  const commander = new Commander(isIndependent ? `${program} ${command.name}` : command.name)
  configure(commander, terminal)
  commander.exitOverride((error) => {
    throw error.code === 'commander.missingArgument'
      ? missingArgument(command, commander.args, program)
      : error
  })
  commander.description(command.description)
  if (command.summary !== undefined) commander.summary(command.summary)
  const flags = work === undefined ? command.flags : withCommonFlags(command.flags)
  addFlags(commander, flags)
  for (const operand of command.operands?.split(' ') ?? []) commander.argument(operand)
  for (const inner of command.commands ?? []) commander.addCommand(commanderOf(inner, terminal, finish))
  if (command.commands !== undefined) commander.helpCommand(false)
  if (command.examples !== undefined && command.examples.length > 0)
    commander.addHelpText('after', `\n${examplesText(command.examples, program)}`)
  if (work !== undefined)
    commander.action(async () => {
      requireExpected(commander, program)
      const given = valuesOf(commander, flags)
      finish(await withCommonOutput(command.name, given, terminal, (own) => work(given, own, commander.args)))
    })
  return commander
}

/** @throws UsageError that names the first word for which the command has no argument */
function requireExpected(commander: Commander, program: string): void {
  const { registeredArguments: known, args } = commander
  const stray = known.at(-1)?.variadic ? undefined : args[known.length]
  if (stray === undefined) return
  const allowed = known.length === 0 ? 'no argument' : `at most ${known.length}: ${commander.usage()}`
  throw new UsageError(`Received "${stray}", and ${commander.name()} has ${allowed}. See ${program} help.`)
}

/** The missing arguments of a command, and an example line. */
function missingArgument(
  { name, operands, examples }: Command,
  received: readonly string[],
  program: string,
) {
  const got = received.length === 0 ? 'none' : `only ${received.join(' ')}`
  const [example] = examples ?? []
  const remedy = example === undefined ? `See ${program} help.` : `For example: ${program} ${example[0]}`
  return new UsageError(`${name} requires ${operands}, and received ${got}. ${remedy}`)
}

/** Output, errors and help of a commander, for programs and commands alike. */
export function configure(commander: Commander, { print, columns }: Terminal): void {
  const width = Math.min(columns ?? DEFAULT_COLUMNS, MAX_COLUMNS)
  commander
    .exitOverride()
    // They are named by `requireExpected`; commander only counts them.
    .allowExcessArguments(true)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      // Errors are thrown, see `parse`; help that is requested wrongly still belongs to the user.
      writeErr: (text) => (text.startsWith('error:') ? undefined : print(text.trimEnd())),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .helpOption('-h, --help', 'Show this help.')
}

const examplesText = (examples: NonNullable<Command['examples']>, program: string): string =>
  ['Examples:', ...examples.flatMap(([line, meaning]) => [`  # ${meaning}`, `  ${program} ${line}`])].join(
    '\n',
  )

function addFlags(commander: Commander, flags: FlagTable): void {
  for (const [name, flag] of Object.entries(flags)) commander.addOption(optionOf(name, flag, flags))
}

function optionOf(name: string, flag: Flag, flags: FlagTable): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  const value = flag.type === 'string' ? ` <${(flag.value ?? 'VALUE').replaceAll(/[<>]/g, '')}>` : ''
  const option = new Option(
    `${short}--${name}${value}`,
    flag.multiple ? `${flag.help} May be repeated.` : flag.help,
  )
  if (flag.type === 'boolean') return option
  if (flag.choices !== undefined) option.choices(flag.choices)
  let isGiven = false
  option.argParser<unknown>((text, previous) => {
    if (text.startsWith('--') && Object.hasOwn(flags, text.slice(2)))
      throw new InvalidArgumentError('It needs a value, and the next word is another flag.')
    if (flag.choices !== undefined && !flag.choices.includes(text))
      throw new InvalidArgumentError(`Allowed choices are ${flag.choices.join(', ')}.`)
    if (isGiven && !flag.multiple) throw new InvalidArgumentError('It was given twice and accepts one value.')
    // Before the first value, `previous` is the default.
    const values = flag.multiple ? [...(isGiven ? (previous as string[]) : []), text] : text
    isGiven = true
    return values
  })
  if (flag.default !== undefined) option.default(flag.default)
  return option
}

/** The values by the names of the table: commander shortens `--no-color` to `color`. */
function valuesOf(commander: Commander, flags: FlagTable): Record<string, unknown> {
  const found = commander.opts()
  return Object.fromEntries(
    commander.options.flatMap((option): [string, unknown][] => {
      const name = option.long?.slice(2) ?? ''
      const flag = flags[name]
      if (flag === undefined) return []
      const value = found[option.attributeName()]
      if (flag.type === 'boolean') return [[name, option.negate ? value === false : value === true]]
      return [[name, value ?? (flag.multiple ? [] : undefined)]]
    }),
  )
}

/**
 * Only parses.
 * @returns the values of the flags, and the other words
 * @throws UsageError
 */
export function parseFlags<const T extends FlagTable>(args: readonly string[], flags: T): FlagValues<T> {
  const commander = new Commander('flags')
  configure(commander, { env: {}, print: () => {} })
  addFlags(commander, flags)
  try {
    commander.parse([...args], { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? new UsageError(messageOf(error)) : error
  }
  return valuesOf(commander, flags) as FlagValues<T>
}
