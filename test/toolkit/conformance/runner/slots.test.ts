import { expect, it } from 'vitest'
import { defineRule, type Rule, runConformance } from '../../../../src/toolkit/conformance/conform.ts'
import type { CheckContext } from '../../../../src/toolkit/conformance/engine/rule.ts'
import { documentFor } from '../styles/documents.ts'
import { collection, startStyles } from '../styles/server.ts'
import { named } from '../styles/style.ts'

interface Clock {
  now(): number
  wait(milliseconds: number): Promise<void>
}

async function run(rules: readonly Rule[], concurrency: number, clock: Clock) {
  await using server = await startStyles(clock.now)
  server.serve(
    'slots',
    collection({
      accepts: named.request,
      make: (body, id) => ({ id, ...body }),
      list: (items) => ({ status: 200, body: items }),
    }),
  )
  return await runConformance({
    document: documentFor('slots', named),
    target: `${server.origin}/slots`,
    identities: [{ name: 'nobody', credentials: [] }],
    rules,
    hints: {},
    subscribers: [],
    clock,
    concurrency,
  })
}

const twelveTimes = (act: (context: CheckContext) => Promise<void>): Rule =>
  defineRule({
    id: 'twelve-times',
    title: 'Twelve checks that do the same.',
    basis: 'the document',
    ruleSet: 'core',
    *checks() {
      for (let check = 0; check < 12; check++) yield { name: String(check), operation: undefined, run: act }
    },
  })

/** @returns how many of twelve checks waited, and how many acted, at the same time */
async function together(concurrency: number, pause: number): Promise<{ waiting: number; acting: number }> {
  const most = { waiting: 0, acting: 0 }
  const now = { waiting: 0, acting: 0 }
  const count = (what: 'waiting' | 'acting', by: number) => {
    now[what] += by
    most[what] = Math.max(most[what], now[what])
  }
  const clock = {
    now: () => Date.now(),
    async wait(milliseconds: number) {
      if (milliseconds !== pause) return
      count('waiting', 1)
      // As long as the others need to come this far.
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
      count('waiting', -1)
    },
  }
  const act = async () => {
    count('acting', 1)
    await new Promise(setImmediate)
    count('acting', -1)
  }
  const waits = twelveTimes(async (context) => {
    await act()
    await context.wait(pause)
    await act()
  })
  await run([waits], concurrency, clock)
  return most
}

it('lets others begin while a check waits for the target', async () => {
  expect(await together(4, 1_000)).toMatchObject({ waiting: 12 })
})

it('keeps the place of a check that waits for a moment', async () => {
  expect(await together(4, 10)).toEqual({ waiting: 4, acting: 4 })
})

it('runs one after another where that was asked for', async () => {
  expect(await together(1, 1_000)).toEqual({ waiting: 1, acting: 1 })
})

it('goes on when all others wait for what a waiting check makes', async () => {
  let made: Promise<void> | undefined
  const shares = twelveTimes((context) => (made ??= context.wait(1_000)))
  const { passed } = await run([shares], 2, { now: () => Date.now(), wait: () => new Promise(setImmediate) })
  expect(passed).toBeGreaterThanOrEqual(12)
})
