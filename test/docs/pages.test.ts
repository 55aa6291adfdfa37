/**
 * The pages about specwright: their commands run, and print what the pages show. A sample of them:
 * `npm run test:packages` runs others with the packed tarball.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { comparable, stepsOf } from '../../scripts/docs/pageBlocks.ts'
import { pageNow, pagesWithSteps } from '../../scripts/docs/pages.ts'
import { inCi, sampled } from '../harness/thorough.ts'

/** Tools that no test of pages can use; everything else is run. `npm run test:packages` tests React. */
const NOT_HERE = ['docker', 'maven', 'python', 'server', 'browser', 'react']

const pages = pagesWithSteps()

test('skip only steps whose tools are not here', () => {
  const steps = pages.flatMap((page) => stepsOf(readFileSync(page, 'utf8')))
  const reasons = steps.flatMap((step) => (step.kind === 'skip' ? [step.reason] : []))
  expect(reasons.filter((reason) => !NOT_HERE.includes(reason))).toEqual([])
  expect(steps.filter(({ kind }) => kind === 'run').length).toBeGreaterThan(2 * reasons.length)
})

// Output may depend on how fast the machine is: a page is outdated only if no run prints it.
describe('the commands', { timeout: 240_000, retry: 1 }, () => {
  test.each(sampled(pages, inCi ? 24 : pages.length))('of %s print what the page shows', async (page) => {
    const { text, failures } = await pageNow(page)
    expect(failures).toEqual([])
    // `npm run docs:pages` writes the output of now.
    expect(comparable(text)).toBe(comparable(readFileSync(page, 'utf8')))
  })
})

test('a command that fails, or prints something else, is found', () => {
  const [step] = stepsOf('```sh exit=1\nfalse\n```\n\n```text output\nhello\n```\n')
  expect(step).toMatchObject({ kind: 'run', exit: 1, output: { text: 'hello\n' } })
  expect(comparable('393 requests in 3.6 s')).toBe(comparable('400 requests in 12 s'))
  expect(comparable('3 passed')).not.toBe(comparable('4 passed'))
  expect(() => stepsOf('```text output\nhello\n```\n')).toThrow('no commands above')
})
