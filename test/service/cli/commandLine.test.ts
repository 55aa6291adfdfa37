import { expect, test, vi } from 'vitest'
import { admin } from '../../../src/service/cli/admin.ts'
import { flags } from '../../../src/service/cli/serve/flags.ts'
import { readOptions } from '../../../src/service/cli/serve/options.ts'
import { serve } from '../../../src/service/cli/serve.ts'
import { mock } from '../../../src/toolkit/cli/mock.ts'
import { type Command, UsageError } from '../../../src/toolkit/cli/program/command.ts'
import { parseFlags } from '../../../src/toolkit/cli/program/commander.ts'
import { program } from './program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 60_000 })

/** The output of a command, or its rejection of the arguments. */
async function say(command: Command, ...args: string[]): Promise<string> {
  const lines: string[] = []
  try {
    await command.run(args, { env: {}, program: 'prompt-service', print: (line) => void lines.push(line) })
    return lines.join('\n')
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return error.message
  }
}

const rejected: [string, { given: [command: Command, ...args: string[]]; want: string }][] = [
  [
    'a mistyped flag',
    {
      given: [serve, '--prodution-port', '1'],
      want: `Unknown option '--prodution-port'. Did you mean --production-port? "prompt-service help serve" lists the options.`,
    },
  ],
  [
    'the beginning of a flag',
    {
      given: [serve, '--tls'],
      want: `Unknown option '--tls'. Did you mean --tls-cert? "prompt-service help serve" lists the options.`,
    },
  ],
  [
    'a flag like no other',
    {
      given: [serve, '--zzz'],
      want: `Unknown option '--zzz'. "prompt-service help serve" lists the options.`,
    },
  ],
  [
    'a short flag',
    {
      given: [serve, '-p', '1'],
      want: `Unknown option '-p'. "prompt-service help serve" lists the options.`,
    },
  ],
  [
    'a stray word',
    {
      given: [serve, 'production'],
      want: 'Received "production", and prompt-service serve has no argument. See prompt-service help.',
    },
  ],
  ['a missing value', { given: [serve, '--host'], want: "Option '--host <ADDRESS>' argument missing." }],
  [
    'a flag in the place of a value',
    {
      given: [serve, '--host', '--no-bootstrap'],
      want: "Option '--host <ADDRESS>' argument '--no-bootstrap' is invalid. It needs a value, and the next word is another flag.",
    },
  ],
  [
    'a value too many',
    {
      given: [serve, '--no-bootstrap=yes'],
      want: `Unknown option '--no-bootstrap=yes'. "prompt-service help serve" lists the options.`,
    },
  ],
  [
    'a single flag twice',
    {
      given: [serve, '--host', 'a', '--host', 'b'],
      want: "Option '--host <ADDRESS>' argument 'b' is invalid. It was given twice and accepts one value.",
    },
  ],
  [
    'no port',
    {
      given: [serve, '--production-port', '80a'],
      want: '--production-port received "80a"; expected a whole number from 0 to 65535.',
    },
  ],
  [
    'one port for two',
    {
      given: [serve, '--production-port', '8444'],
      want: '--production-port and --development-port are both 8444; expected two ports.',
    },
  ],
  [
    'a certificate without its key',
    {
      given: [serve, '--tls-cert', 'a.pem'],
      want: '--tls-cert and --tls-key belong together; only one of them was given.',
    },
  ],
  [
    'an unknown validator',
    {
      given: [serve, '--validator', 'production=lax'],
      want: '--validator received "lax"; expected strict or compiled.',
    },
  ],
  [
    'a public address for both',
    {
      given: [serve, '--api-root', 'https://a.example'],
      want: '--api-root received "https://a.example"; expected production=URL or development=URL.',
    },
  ],
  [
    'a public address without TLS',
    {
      given: [serve, '--app-url', 'production=http://a.example'],
      want: '--app-url received "http://a.example" for production; expected an address such as https://prompts.example.com.',
    },
  ],
  [
    'a scale that lengthens',
    {
      given: [serve, '--retry-time-scale', '0.1'],
      want: '--retry-time-scale received "0.1"; expected a number from 1 to 1000000.',
    },
  ],
  [
    'a mistyped command',
    { given: [admin, 'key', 'craete'], want: "Unknown command 'craete'. Did you mean create?" },
  ],
  [
    'no environment',
    {
      given: [admin, 'integrity', 'check'],
      want: '"integrity check" requires a destination: "--environment production" or "--environment development".',
    },
  ],
  [
    'an unknown scope',
    {
      given: [
        admin,
        'key',
        'create',
        '--environment',
        'production',
        '--organization',
        'org_1',
        '--scopes',
        'prompts:admin',
      ],
      want: '--scopes received "prompts:admin"; expected prompts:read, prompts:write, reports:read, reports:write, evaluations:read, evaluations:write, webhooks:read, webhooks:write, organization:read, organization:admin, or all.',
    },
  ],
  [
    'no e-mail address',
    {
      given: [
        admin,
        'organization',
        'create',
        '--environment',
        'production',
        '--name',
        'A',
        '--owner-email',
        'a',
      ],
      want: '--owner-email received "a"; expected an e-mail address such as ada@example.com.',
    },
  ],
]
test.each(rejected)('%s is refused in words', async (_, { given: [command, ...args], want }) => {
  expect(await say(command, ...args)).toBe(want)
})

test('half a command shows the commands below it, and is a usage error', async () => {
  const lines: string[] = []
  const terminal = { env: {}, program: 'prompt-service', print: (line: string) => void lines.push(line) }
  expect(await admin.run(['key'], terminal)).toBe(2)
  for (const name of ['create', 'list', 'revoke'])
    expect(lines.join('\n')).toMatch(new RegExp(`^  ${name} `, 'm'))
})

test.each([serve, admin, mock])(
  'the help of a command fits a terminal and names each of its flags',
  async (command) => {
    const help = await say(command, '--help')
    expect(help).toMatch(new RegExp(`^Usage: prompt-service ${command.name}`))
    for (const name of Object.keys(command.flags)) expect(help).toContain(`--${name}`)
    expect(help.split('\n').filter((line) => line.length > 100)).toEqual([])
  },
)

const sorted: [string, { given: string[]; want: { production: string[]; development: string[] } }][] = [
  ['both', { given: ['10.0.0.0/8'], want: { production: ['10.0.0.0/8'], development: ['10.0.0.0/8'] } }],
  [
    'one each',
    {
      given: ['production=10.0.0.1', 'development=10.0.0.2'],
      want: { production: ['10.0.0.1'], development: ['10.0.0.2'] },
    },
  ],
  [
    'one more for one',
    {
      given: ['10.0.0.1', 'development=::1'],
      want: { production: ['10.0.0.1'], development: ['10.0.0.1', '::1'] },
    },
  ],
]
test.each(sorted)('a flag for each environment: %s', (_, { given, want }) => {
  const args = given.flatMap((value) => ['--webhook-allow', value])
  expect(readOptions(parseFlags(args, flags), {}).webhookAllow).toEqual(want)
})

const exits: [
  string,
  { given: string[]; want: [code: number, stream: 'stdout' | 'stderr', text: RegExp] },
][] = [
  ['--version', { given: ['--version'], want: [0, 'stdout', /^\d+\.\d+\.\d+\n$/] }],
  [
    'help',
    {
      given: ['help'],
      want: [0, 'stdout', /^Usage: prompt-service <command>[\s\S]*serve[\s\S]*admin[\s\S]*trigger/],
    },
  ],
  ['help of a command', { given: ['help', 'serve'], want: [0, 'stdout', /^Usage: prompt-service serve/] }],
  ['nothing', { given: [], want: [2, 'stdout', /^Usage: prompt-service <command>/] }],
  [
    'a mistyped command',
    {
      given: ['sevre'],
      want: [
        2,
        'stderr',
        /^prompt-service: There is no command "sevre"\. Did you mean serve\? "prompt-service help" lists all commands\.\n$/,
      ],
    },
  ],
  [
    'a mistyped flag',
    {
      given: ['serve', '--hots', 'a'],
      want: [
        2,
        'stderr',
        /^prompt-service: Unknown option '--hots'\. Did you mean --host\? "prompt-service help serve" lists the options\.\n$/,
      ],
    },
  ],
]
test.each(exits)('the program, given %s', async (_, { given, want }) => {
  const [code, stream, text] = want
  const asked = program(given)
  expect(await asked.ended).toBe(code)
  expect(asked.output[stream]).toMatch(text)
})
