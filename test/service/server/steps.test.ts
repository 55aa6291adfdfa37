import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { steps } from '../../../src/service/server/steps.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

describe('the steps of a call', () => {
  test('come in the order of rejection that the decisions give', () => {
    const row = /^\| order of rejection \| ([^.|]+)\./m.exec(read('docs/internals/decisions.md'))?.[1] ?? ''
    const decided = row.split(',').map((part) => part.match(/\d{3}/g)?.map(Number) ?? [])
    expect(decided.length).toBeGreaterThan(3)
    const places = decided.map((statuses) =>
      Math.min(
        ...statuses.map((status) => steps.findIndex(({ errorStatuses }) => errorStatuses.includes(status))),
      ),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('begin with who calls and end with the work', () => {
    expect(steps.map(({ name }) => name)).toEqual([
      'identify',
      'limit',
      'route',
      'authorize',
      'accept',
      'body',
      'validate',
      'idempotency',
      'run',
    ])
  })
})

test('no handler copies its call: the services stand on its prototype, which a copy loses', () => {
  const folder = 'src/service/features'
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  const copies = files
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => {
      const text = read(`${folder}/${name}`)
      const handler = /: Handler<'\w+'> = (?:async )?\((?:(\w+)\)|\{[^}]*(\.\.\.))/.exec(text)
      const [, whole, rest] = handler ?? []
      return (
        rest !== undefined ||
        (whole !== undefined && text.includes(`...${whole},`)) ||
        (whole !== undefined && text.includes(`...${whole} `))
      )
    })
  expect(copies).toEqual([])
})
