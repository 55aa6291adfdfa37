import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import asyncapi from '../../../generated/asyncapi.json' with { type: 'json' }
import { inCi } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { type Program, program, serve } from './program.ts'

// Each program takes a second of a busy machine to start.
vi.setConfig({ testTimeout: 60_000 })

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const OTHER = 'whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXowMTIzNDU='

interface Listening extends Program {
  url: string
  ca: string
}

async function listen(...flags: string[]): Promise<Listening> {
  const directory = temporaryDirectory()
  const listener = program(['listen', '--port', '0', '--data-dir', directory, ...flags])
  const [, url = ''] = await listener.says(/Listening at (https:\S+)\n[\s\S]*trigger prompt/)
  return { ...listener, url, ca: join(directory, 'listen/ca.pem') }
}

/** Sends a sample. @returns what was printed, and the exit code */
async function trigger(type: string, { url, ca }: { url: string; ca: string }, ...flags: string[]) {
  const sent = program(['trigger', type, '--url', url, '--ca', ca, ...flags])
  return { code: await sent.ended, ...sent.output }
}

describe('listen and trigger', () => {
  test('a sample arrives verified, judged and pretty; a wrong secret and an old signature are refused', async () => {
    const listener = await listen('--secret', SECRET)
    expect(await trigger('prompt.executed', listener, '--secret', SECRET)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^prompt\.executed evt_\w+ → 200 after \d+ ms\n$/),
    })
    await listener.says(
      /POST \/ prompt\.executed → 200\n {2}✓ the signature is right\n {2}✓ valid against its document/,
    )
    expect(listener.output.stdout).toContain('\n  "type": "prompt.executed",\n')

    expect(await trigger('prompt.created', listener, '--secret', OTHER)).toMatchObject({ code: 1 })
    await listener.says(/prompt\.created → 400\n {2}✗ SIGNATURE_MISMATCH/)
    const rotating = ['--secret', OTHER, '--secret', SECRET]
    expect(await trigger('prompt.created', listener, ...rotating)).toMatchObject({ code: 0 })
    expect(await trigger('prompt.created', listener, '--secret', SECRET, '--age', '301s')).toMatchObject({
      code: 1,
    })
    await listener.says(/✗ TIMESTAMP_OUT_OF_TOLERANCE/)

    listener.kill('SIGINT')
    expect(await listener.ended).toBe(0)
  })

  test.runIf(inCi)('it answers as it is told, by flags in turn and by the address', async () => {
    const listener = await listen('--status', '500', '--status', '410')
    const codes = [
      (await trigger('report.created', listener, '--secret', SECRET)).stdout,
      (await trigger('report.created', listener, '--secret', SECRET)).stdout,
      (
        await trigger(
          'report.created',
          { ...listener, url: `${listener.url}?status=204&delay=50` },
          '--secret',
          SECRET,
        )
      ).stdout,
    ].map((text) => /→ (\d+)/.exec(text)?.[1])
    expect(codes).toEqual(['500', '410', '204'])
    await listener.says(/→ 204, after 50 ms\n {2}\? the signature was not checked/)
  })

  test('the service delivers to it as it says', async () => {
    const listener = await listen()
    const command = /prompt-service serve (.*)/.exec(listener.output.stdout)?.[1]?.split(' ') ?? []
    const server = await serve(temporaryDirectory(), '--log-level', 'error', ...command)
    const json = /-d '(\{.*\})'/.exec(listener.output.stdout)?.[1] ?? ''
    const { status } = await server.ask('/webhooks', { method: 'POST', body: JSON.parse(json) as object })
    expect(status).toBe(201)
    await server.ask('/prompts', { method: 'POST', body: { name: 'Greeting', content: 'Hello' } })
    await listener.says(/POST \/ prompt\.created → 200\n.*\n {2}✓ valid against its document/)
  })

  test.each(Object.values(asyncapi.channels.webhook.messages).map(({ name }) => [name]))(
    'the help of trigger names %s',
    async (type) => {
      const { trigger: command } = await import('../../../src/service/cli/trigger.ts')
      const lines: string[] = []
      await command.run(['--help'], { env: {}, print: (line) => void lines.push(line) })
      expect(lines.join('\n')).toContain(type)
    },
  )

  test.each([
    [
      'an unknown type',
      ['prompt.creatd'],
      'Unknown event type "prompt.creatd". Did you mean prompt.created?',
    ],
    [
      'no type',
      ['--url', 'https://localhost'],
      'trigger requires <event-type>, and received none. For example: prompt-service trigger ',
    ],
    ['no address', ['prompt.created'], '--url is missing.'],
    [
      'plain HTTP',
      ['prompt.created', '--url', 'http://x'],
      '--url received "http://x"; expected an https:// address.',
    ],
    ['no secret', ['prompt.created', '--url', 'https://localhost'], '--secret is missing.'],
  ])('trigger refuses %s', async (_, args, message) => {
    const { trigger: command } = await import('../../../src/service/cli/trigger.ts')
    await expect(command.run(args, { env: {}, program: 'prompt-service', print: () => {} })).rejects.toThrow(
      message,
    )
  })
})
