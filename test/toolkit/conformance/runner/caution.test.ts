/** The confirmation of `conform` before it writes to another machine, and the secrets that it accepts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { announce } from '../../../../src/toolkit/cli/conform/caution.ts'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { isLoopback } from '../../../../src/toolkit/network/isLoopback.ts'
import { temporaryDirectory } from '../../../service/storage/temporaryDirectory.ts'
import { KEY, startNotes } from './notesServer.ts'

const document = join(import.meta.dirname, 'notes.yaml')

test.each([
  ['http://localhost:8080/v1', true],
  ['http://api.localhost', true],
  ['https://127.4.0.1', true],
  ['http://[::1]:80', true],
  ['https://localhost.example.com', false],
  ['http://127.0.0.1.example.com', false],
  ['https://staging.example.com', false],
  ['http://10.0.0.1', false],
  ['nonsense', false],
])('%s is on this machine: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected)
})

describe('the announcement', () => {
  const operations = [
    { method: 'GET', path: '/notes' },
    { method: 'POST', path: '/notes' },
    { method: 'DELETE', path: '/notes/{id}' },
  ]
  const announced = (target: string, terminal: boolean, yes: boolean, all = operations) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const given = { yes, 'allow-production': false }
    announce(target, all, given, { env: {}, print, ...(terminal && { progress: () => {} }) })
    return lines.join('\n')
  }
  const remote = 'https://staging.example.com'
  it('names the writes, and needs --yes in a terminal', () => {
    expect(announced(remote, false, false)).toMatch(
      /staging\.example\.com, by POST \/notes, DELETE \/notes\/\{id\}\./,
    )
    expect(() => announced(remote, true, false)).toThrow('Add --yes')
    expect(announced(remote, true, true)).toContain('POST /notes')
  })

  it('is left out for this machine, and for reads', () => {
    expect(announced('http://localhost', true, false)).toBe('')
    expect(announced(remote, true, false, operations.slice(0, 1))).toBe('')
  })
})

async function run(config: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const file = join(temporaryDirectory(), 'conform.yaml')
  writeFileSync(file, `openapi: ${document}\n${config}`)
  const lines: string[] = []
  const terminal = { env: { NOTES_KEY: KEY }, print: (line: string) => void lines.push(line) }
  const code = await conform.run(['--config', file, ...args], terminal)
  return { code, text: lines.join('\n') }
}

describe('a secret in the configuration', () => {
  const config = `identities:\n  owner: { bearer: ${KEY} }\n`
  it('is a warning for a target on this machine, and is not printed', async () => {
    await using server = await startNotes('takes long titles')
    const { code, text } = await run(config, '--target', server.url, '--only', 'invalid-body-rejected')
    expect(code).toBe(1)
    expect(text).toContain(
      'Warning: identities.owner.bearer contains a secret. Write env:NAME or @file instead.',
    )
    expect(text).toMatch(/\$\{OWNER_CREDENTIAL\}/)
    expect(text).not.toContain(KEY)
  })

  it('is an error for any other target', async () => {
    await expect(run(config, '--target', 'https://staging.example.com')).rejects.toThrow(
      'identities.owner.bearer contains a secret, and https://staging.example.com is not on this machine',
    )
  })
})

describe('an identity that may only read', () => {
  const config = (may: string) =>
    `identities:\n  owner: { bearer: env:NOTES_KEY }\n  reader: { bearer: env:NOTES_KEY, may: ${may} }\n`
  it('is blamed on a server that lets it write, and read by one that does not have to', async () => {
    await using server = await startNotes()
    const { code, text } = await run(config('read'), '--target', server.url, '--only', 'scopes-enforced')
    expect(text).toContain('for a credential that may only read')
    for (const id of ['createNote', 'updateNote', 'deleteNote']) expect(text).toContain(id)
    expect(code).toBe(1)
    const { text: plan } = await run(config('read'), '--target', server.url, '--dry-run')
    const about = plan.split('\n').filter((line) => line.startsWith('scopes-enforced:'))
    expect(about.map((line) => line.split(':')[1]).sort()).toEqual(['createNote', 'deleteNote', 'updateNote'])
  })

  it('has no other value', async () => {
    await expect(run(config('write'), '--target', 'http://127.0.0.1:9')).rejects.toThrow(
      'identities.reader.may is "write"; expected read',
    )
  })
})
