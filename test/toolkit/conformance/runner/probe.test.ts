/** Inferences of low confidence are tested before checks rest on them: what the server refutes is skipped, not reported. */
import { describe, expect, it } from 'vitest'
import {
  type CheckOutcome,
  type ConformanceFinding,
  messageOf,
  runConformance,
  runnerRules,
  terminalReport,
} from '../../../../src/toolkit/conformance/conform.ts'
import { documentOf, type Json, type JsonObject } from '../../../../src/toolkit/openapi/index.ts'
import { listDocument } from '../../model/listDocument.ts'
import { type List, startThings } from './thingsServer.ts'

async function run(
  parameter: { parameter: string; schema: JsonObject },
  properties: Record<string, object>,
  list: List,
  rule: string,
) {
  const findings: ConformanceFinding[] = []
  const outcomes: CheckOutcome[] = []
  const lines: string[] = []
  const summary = await runConformance({
    document: documentOf(listDocument([parameter], properties)),
    target: await startThings({ list, stamps: true }),
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === rule),
    subscribers: [
      (event) => event.type === 'finding' && findings.push(event.finding),
      (event) => event.type === 'outcome' && outcomes.push(event.outcome),
      terminalReport({ print: (line) => lines.push(line) }, { verbose: true, explain: undefined }),
    ],
  })
  return {
    messages: findings.filter((one) => one.rule === rule).map(messageOf),
    reasons: outcomes.filter((one) => one.rule === rule).flatMap(({ reason }) => reason ?? []),
    passed: outcomes.some((one) => one.rule === rule && one.outcome === 'passed'),
    inferences: summary.inferences,
    text: lines.join('\n'),
  }
}

describe('a filter that only its name suggests', () => {
  const tags = { type: 'array', items: { type: 'string' }, minItems: 1 }
  const parameter = { parameter: 'tag_name', schema: { type: 'string' } }
  const has = (thing: JsonObject, tag: string) => (thing.tags as Json[]).includes(tag)
  const tagged = (list: List) =>
    run(parameter, { tags, title: { type: 'string' } }, list, 'list-filter-applied')

  it('is confirmed by a server that filters so, and checked', async () => {
    const { messages, inferences, passed, text } = await tagged((things, query) => {
      const tag = query.get('tag_name')
      return tag === null ? things : things.filter((one) => has(one, tag))
    })
    expect(inferences).toMatchObject({
      confirmed: [{ operationId: 'listThings', key: 'filter', parameter: 'tag_name', property: 'tags' }],
      refuted: [],
      unknown: [],
    })
    expect(messages).toEqual([])
    expect(passed).toBe(true)
    expect(text).toContain('Inferences tested: 1; 1 confirmed, 0 refuted')
  })

  it('is checked once it is confirmed', async () => {
    const { messages, inferences } = await tagged((things, query) => {
      const tag = query.get('tag_name')
      // An unknown tag filters nothing.
      return tag === null || !things.some((one) => has(one, tag))
        ? things
        : things.filter((one) => has(one, tag))
    })
    expect(inferences.confirmed).toHaveLength(1)
    expect(messages.join('\n')).toMatch(/an item whose tags is .* for tag_name=/)
  })

  it.each<[string, List]>([
    ['ignores it', (things) => things],
    ['filters by something else', (things, query) => (query.has('tag_name') ? [] : things)],
  ])('is refuted by a server that %s', async (_, list) => {
    const { messages, inferences, reasons, text } = await tagged(list)
    expect(inferences.refuted).toHaveLength(1)
    expect(messages).toEqual([])
    expect(reasons.join()).toContain('assumption refuted: ')
    expect(text).toContain('refuted: tag_name of listThings filters by tags: ')
  })

  it('is not relied on where there is nothing to test it with', async () => {
    const { messages, inferences, reasons } = await tagged((things) =>
      things.map((one) => ({ ...one, tags: [] })),
    )
    expect(inferences.unknown).toHaveLength(1)
    expect(messages).toEqual([])
    expect(reasons.join()).toContain('assumption not confirmed: tag_name of listThings')
  })
})

it('does not end the run when it fails', async () => {
  const notes: string[] = []
  const summary = await runConformance({
    document: documentOf(
      listDocument([{ parameter: 'tag_name' }], { tags: { type: 'array', items: { type: 'string' } } }),
    ),
    target: await startThings(),
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules.filter(({ id }) => id === 'list-filter-applied'),
    recipes: {
      createThing: () => {
        throw new Error('no such fixture')
      },
    },
    subscribers: [(event) => event.type === 'note' && notes.push(event.text)],
  })
  expect(summary.endedEarly).toBeUndefined()
  expect(summary.inferences.unknown).toHaveLength(1)
  expect(notes.join()).toContain('no such fixture')
})

describe('a direction without a sort key', () => {
  const parameter = { parameter: 'order', schema: { type: 'string', enum: ['asc', 'desc'] } }
  const properties = {
    title: { type: 'string' },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  }
  const sorted = (list: List) => run(parameter, properties, list, 'list-order-applied')
  const by = (things: readonly JsonObject[], key: (thing: JsonObject) => string, down: boolean) =>
    [...things].sort((a, b) => (key(a) < key(b) ? -1 : 1) * (down ? -1 : 1))
  const isDown = (query: URLSearchParams) => query.get('order') === 'desc'
  /** In no relation to the order of creation. */
  const turned = ({ id }: JsonObject) => String((Number(String(id).slice(1)) * 7) % 5)

  it('is confirmed where the list is sorted by the time of creation', async () => {
    const { messages, inferences } = await sorted((things, query) =>
      by(things, (one) => String(one.created_at), isDown(query)),
    )
    expect(inferences.confirmed).toHaveLength(1)
    expect(messages).toEqual([])
  })

  it('is refuted where the list is sorted by something else', async () => {
    const { messages, inferences } = await sorted((things, query) => by(things, turned, isDown(query)))
    expect(inferences.refuted).toHaveLength(1)
    expect(messages).toEqual([])
  })

  it.each<[string, List]>([
    ['ignored', (things) => things],
    ['inverted', (things, query) => by(things, (one) => String(one.created_at), !isDown(query))],
  ])('is a finding where it is %s', async (_, list) => {
    const { messages, inferences } = await sorted(list)
    expect(inferences.refuted).toEqual([])
    expect(messages.join('\n')).toMatch(/before .* at created_at/)
  })
})
