/** Overlays of strangers: what they select and add is bounded, and no name of theirs changes more than the document. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Json, type JsonObject, loadContract, selectNodes } from '../../../src/toolkit/openapi/index.ts'
import { applyOverlay, readOverlay } from '../../../src/toolkit/openapi/overlay.ts'

const folder = mkdtempSync(join(tmpdir(), 'overlays-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(folder, { recursive: true })
const page = join(folder, 'openapi.json')
const responses = { 200: { description: 'ok' } }
writeFileSync(
  page,
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses } } },
  }),
)

function laidOver(actions: string) {
  const overlay = join(folder, 'overlay.json')
  writeFileSync(
    overlay,
    `{"overlay": "1.0.0", "info": {"title": "O", "version": "1"}, "actions": ${actions}}`,
  )
  const { documents, findings } = loadContract([page], { overlays: [overlay] })
  return { root: documents[0]?.root ?? {}, messages: findings.map(({ message }) => message) }
}

describe('an overlay', () => {
  test('of thirty actions that each multiply the document is stopped with the reason', () => {
    const action = { target: "$['x-a']..*", update: { a: { b: { c: {} } } } }
    const { messages } = laidOver(
      JSON.stringify([{ target: '$', update: { 'x-a': { a: {} } } }, ...Array(30).fill(action)]),
    )
    expect(messages.join('\n')).toMatch(
      /selects \d+ nodes, and its update would add \d+ values; the limit of an overlay is/,
    )
  })

  test('adds a property of the name __proto__ and leaves every prototype as it is', () => {
    const overlay = join(folder, 'names.json')
    const actions =
      '[{"target": "$", "update": {"x-a": {"__proto__": {"p": 1}}}}, {"target": "$.*", "update": {"__proto__": {"q": 2}}}]'
    writeFileSync(overlay, `{"overlay": "1.0.0", "actions": ${actions}}`)
    const root: JsonObject = {}
    expect(applyOverlay(readOverlay(overlay), root, page)).toEqual([])
    const added = root['x-a'] as object
    expect(Object.getPrototypeOf(added)).toBe(Object.prototype)
    expect(Object.getOwnPropertyDescriptor(added, '__proto__')?.value).toEqual({ p: 1, q: 2 })
    expect({}).not.toHaveProperty('p')
  })

  test('appends to each list once, however many ways lead to it', () => {
    const { root } = laidOver(
      '[{"target": "$", "update": {"x-a": {"b": {"c": {"list": []}}}}}, {"target": "$[\'x-a\']..*..list", "update": 1}]',
    )
    expect(root['x-a']).toEqual({ b: { c: { list: [1] } } })
  })

  test.each([
    ['x'.repeat(20_000), /20001 characters/],
    ['[?@.a==', /is not understood/],
    [`[?@.a${' '.repeat(5_000)}x]`, /is not understood/],
  ])('with the target $%.10s… is reported at its line', (rest, words) => {
    const { messages } = laidOver(JSON.stringify([{ target: `$${rest}`, update: {} }]))
    expect(messages.join('\n')).toMatch(words)
  })
})

describe('a path', () => {
  test('that descends at every step visits each node once for each of them', () => {
    let tree: JsonObject = {}
    for (let level = 0; level < 60; level++) tree = { a: tree, b: level }
    let reads = 0
    const counted = new Proxy(tree, {
      ownKeys: (target) => {
        reads++
        return Reflect.ownKeys(target)
      },
    })
    expect(selectNodes(counted, `$${'..*'.repeat(12)}`).length).toBeLessThanOrEqual(120)
    expect(reads).toBeLessThan(30)
  })

  test('descends into a tree that is deeper than the stack', () => {
    let tree: Json = { end: 1 }
    for (let level = 0; level < 50_000; level++) tree = { a: tree }
    expect(selectNodes(tree, '$..end').map(({ node }) => node)).toEqual([1])
  })
})
