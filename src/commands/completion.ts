import { type Command, type CommandTable, type FlagTable, UsageError } from './command.ts'
import { defineCommand } from './defineCommand.ts'

const flags = { help: { type: 'boolean', help: 'Shows this.' } } as const

const SHELLS = ['bash', 'zsh', 'fish']

/** `prompt-service completion`: what a shell needs to complete commands and flags, made from their own tables. */
export function completionOf(commands: CommandTable): Command {
  return defineCommand({
    name: 'completion',
    description:
      'SHELL is bash, zsh or fish. Keep what it prints where the shell looks:\n\n  prompt-service completion bash > ~/.local/share/bash-completion/completions/prompt-service\n  prompt-service completion zsh > ~/.zfunc/_prompt-service\n  prompt-service completion fish > ~/.config/fish/completions/prompt-service.fish',
    operands: 'SHELL',
    flags,
    async run(_, { print }, words) {
      const [shell, more] = words
      if (shell === undefined || more !== undefined || !SHELLS.includes(shell))
        throw new UsageError(
          `Received ${words.length === 0 ? 'no shell' : `"${words.join(' ')}"`}; expected ${SHELLS.join(', ')}.`,
        )
      const entries = await tableOf(commands)
      print(shell === 'bash' ? bash(entries) : shell === 'zsh' ? zsh(entries) : fish(entries))
      return 0
    },
  })
}

interface Completable {
  name: string
  summary: string
  flags: FlagTable
  /** Words that may follow, such as the commands of `admin`. */
  words: string[]
}

async function tableOf(commands: CommandTable): Promise<Completable[]> {
  const { adminCommandNames, allFlags } = await import('./admin.ts')
  const loaded = Object.entries(commands).map(async ([name, { summary, load }]): Promise<Completable> => {
    if (name === 'admin') return { name, summary, flags: allFlags, words: adminCommandNames }
    return { name, summary, flags: (await load()).flags, words: name === 'completion' ? SHELLS : [] }
  })
  return [...(await Promise.all(loaded)), helpEntry(commands)]
}

const helpEntry = (commands: CommandTable): Completable => ({
  name: 'help',
  summary: 'Shows the flags of a command.',
  flags: {},
  words: Object.keys(commands),
})

const namesOf = (table: FlagTable): string[] => Object.keys(table).map((name) => `--${name}`)

/** What a value stands for tells whether files are worth offering. */
const takesFile = (value: string | undefined): boolean => /FILE|DIRECTORY|FOLDER|KIND=FILE/.test(value ?? '')

function bash(entries: readonly Completable[]): string {
  const cases = entries.map(({ name, flags: table, words }) => {
    const offered = [...words.flatMap((word) => word.split(' ')), ...namesOf(table)]
    return `    ${name}) words="${[...new Set(offered)].join(' ')}" ;;`
  })
  return `# bash completion of prompt-service
_prompt_service() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${entries.map(({ name }) => name).join(' ')} --help --version"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _prompt_service prompt-service`
}

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function zsh(entries: readonly Completable[]): string {
  const described = (word: string, meaning: string) =>
    single(`${word.replaceAll(':', '\\:')}:${meaning.replaceAll(':', '\\:')}`)
  const cases = entries.map(({ name, flags: table, words }) => {
    const specs = Object.entries(table).map(([flag, { help, type, value, multiple }]) => {
      const action = type === 'boolean' ? '' : `:${value ?? 'VALUE'}:${takesFile(value) ? '_files' : ' '}`
      return single(`${multiple ? '*' : ''}--${flag}[${help.replaceAll(/[[\]\\]/g, '')}]${action}`)
    })
    const offered = [...new Set(words.flatMap((word) => word.split(' ')))]
    const operands = offered.length > 0 ? single(`*:word:(${offered.join(' ')})`) : single('*:file:_files')
    return `    ${name}) _arguments ${[...specs, operands].join(' ')} ;;`
  })
  return `#compdef prompt-service
_prompt_service() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${entries.map(({ name, summary }) => `      ${described(name, summary)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_prompt_service" ]; then
  _prompt_service "$@"
else
  compdef _prompt_service prompt-service
fi`
}

function fish(entries: readonly Completable[]): string {
  const lines = entries.flatMap(({ name, summary, flags: table, words }) => {
    const seen = `-n ${single(`__fish_seen_subcommand_from ${name}`)}`
    const offered = [...new Set(words.flatMap((word) => word.split(' ')))]
    return [
      `complete -c prompt-service -f -n __fish_use_subcommand -a ${name} -d ${single(summary)}`,
      ...(offered.length > 0
        ? [`complete -c prompt-service -f ${seen} -a ${single(offered.join(' '))}`]
        : []),
      ...Object.entries(table).map(([flag, { help, type, value }]) => {
        const effect = type === 'boolean' ? '' : takesFile(value) ? ' -r -F' : ' -x'
        return `complete -c prompt-service ${seen} -l ${flag}${effect} -d ${single(help)}`
      }),
    ]
  })
  return `# fish completion of prompt-service\n${lines.join('\n')}`
}
