import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { junit } from '../../../src/service/cli/evaluate/junit.ts'
import { evaluate } from '../../../src/service/cli/evaluate.ts'
import { trigger } from '../../../src/service/cli/trigger.ts'
import { UsageError } from '../../../src/toolkit/cli/program/command.ts'
import { type Fixture, greeting, openFixture } from '../features/evaluations/fixture.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { program } from './program.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture?.close())

const SCORERS = '- type: contains\n  options: {value: Ada}\n'

const silent = { env: {}, print: () => undefined }

/** Runs the command over two cases, of which one passes. */
async function run(more: readonly string[], scorers = SCORERS, trust?: string[]) {
  const directory = temporaryDirectory()
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const prompt = await fixture.prompt()
  const dataset = await fixture.dataset([
    greeting('Ada'),
    greeting('Bob <&>', { expectedOutput: 'Hi <Bob>' }),
  ])
  const lines: string[] = []
  const report = join(directory, 'junit.xml')
  const code = await evaluate.run(
    [
      '--prompt',
      prompt.id,
      '--dataset',
      dataset.id,
      '--scorers',
      file('scorers.yaml', scorers),
      '--base-url',
      `${fixture.server.origin}/v1`,
      ...(trust ?? ['--ca', file('ca.pem', fixture.server.ca)]),
      '--report',
      `junit=${report}`,
      '--report',
      `json=${join(directory, 'results.json')}`,
      ...more,
    ],
    { env: { PROMPT_SERVICE_API_KEY: fixture.server.a.key }, print: (line) => lines.push(line) },
  )
  return {
    code,
    lines,
    report: () => readFileSync(report, 'utf8'),
    json: () => JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')),
  }
}

describe('evaluate', () => {
  test('ends with 0 when enough cases pass, and with 1 when they do not', async () => {
    const enough = await run(['--fail-under', '0.5', '--name', 'Nightly'])
    expect(enough.code).toBe(0)
    expect(enough.lines[0]).toMatch(/^Evaluation eval_\w+: Nightly, 2 cases$/)
    expect(enough.lines).toContain('2 of 2 cases: 1 passed, 1 failed, 0 errored')
    expect(enough.lines.at(-1)).toMatch(
      /^eval_\w+ passed: 50\.0 % of the cases passed, 50\.0 % were required\.$/,
    )
    const few = await run(['--fail-under', '0.51'])
    expect(few.code).toBe(1)
    expect(few.lines.at(-1)).toMatch(/failed: 50\.0 %/)
  })

  test('ends with 1 when no case could be judged, and says why', async () => {
    const { code, lines } = await run(['--model', 'mock/error-500'])
    expect(code).toBe(1)
    expect(lines.at(-1)).toMatch(/^The run is failed \(MODEL_PROVIDER_ERROR\): .*the provider returned 500/)
  })

  test('writes reports', async () => {
    const { report, json } = await run(['--fail-under', '0'])
    expect(report()).toMatch(/<testsuite name="[^"]+" tests="2" failures="1" errors="0"/)
    expect(report()).toContain(
      '<failure type="FAILED" message="contains scored 0">Expected:\nHi &lt;Bob&gt;\n\nReceived:\nHello Bob &lt;&amp;&gt;</failure>',
    )
    expect(report().match(/<testcase /g)).toHaveLength(2)
    expect(json()).toMatchObject({
      evaluation: { verdict: 'passed' },
      results: [{ position: 1 }, { position: 2 }],
    })
  })

  test('looks before the run whether its reports can be written', async () => {
    const before = (await fixture.api.GET('/evaluations')).data?.evaluations[0]?.id
    for (const file of ['/no/such/folder/junit.xml', temporaryDirectory()]) {
      const started = run(['--report', `junit=${file}`])
      await expect(started).rejects.toThrow(UsageError)
      await expect(started).rejects.toThrow(`--report junit=${file} cannot be written: `)
    }
    expect((await fixture.api.GET('/evaluations')).data?.evaluations[0]?.id).toBe(before)
  })

  test.each([
    ['evaluate', () => run([], SCORERS, []), /Trust it with --ca FILE: .*credentials\.json/],
    [
      'trigger',
      () => trigger.run(['prompt.created', '--url', fixture.server.origin, '--secret', 'whsec_x'], silent),
      /Trust it with --ca FILE: .*data\/listen\/ca\.pem/,
    ],
  ])('%s hints at --ca where the authority is not known', async (_, ask, want) => {
    await expect(ask()).rejects.toThrow(want)
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'left by %s says that the run goes on, and where',
    { timeout: 60_000 },
    async (signal, code) => {
      const directory = temporaryDirectory()
      const [scorers, ca] = [join(directory, 'scorers.yaml'), join(directory, 'ca.pem')]
      writeFileSync(scorers, SCORERS)
      writeFileSync(ca, fixture.server.ca)
      const [prompt, dataset] = [await fixture.prompt(), await fixture.dataset([greeting('Ada')])]
      const where = ['--base-url', `${fixture.server.origin}/v1`, '--ca', ca]
      const what = [
        '--prompt',
        prompt.id,
        '--dataset',
        dataset.id,
        '--scorers',
        scorers,
        '--model',
        'mock/slow',
      ]
      const started = program(['evaluate', ...where, ...what], {
        PROMPT_SERVICE_API_KEY: fixture.server.a.key,
      })
      const [, id = ''] = await started.says(/^Evaluation (eval_\w+): [\s\S]*0 of 1 cases/)
      started.kill(signal)
      expect(await started.ended).toBe(code)
      expect(started.output.stdout).toContain(`Evaluation ${id} continues on the service`)
      expect(started.output.stdout).toContain(
        `POST ${fixture.server.origin}/v1/evaluations/${id}/cancel ends it.`,
      )
      expect((await fixture.read(id)).status).toMatch(/queued|running/)
      await fixture.api.POST('/evaluations/{evaluationId}/cancel', { params: { path: { evaluationId: id } } })
    },
  )

  test('says what the service refuses, at its place', async () => {
    const hostile = '[{"type": "regex", "options": {"pattern": "(?=a)"}}]'
    await expect(run([], hostile)).rejects.toThrow(/^VALIDATION_ERROR: scorers\[0\]\.options\.pattern/)
    await fixture.server.clock.advance(10_000) // the model responds, and nothing is left under way
  })

  const mistakes: [string, { given: string[]; want: RegExp }][] = [
    ['nothing', { given: [], want: /--prompt is missing/ }],
    [
      'no list of scorers',
      {
        given: ['--prompt', 'p', '--dataset', 'd', '--scorers', 'package.json'],
        want: /package\.json does not contain a list/,
      },
    ],
  ]
  test.each(mistakes)('is not understood: %s', async (_, { given, want }) => {
    const started = evaluate.run(given, { env: {}, print: () => undefined })
    await expect(started).rejects.toThrow(UsageError)
    await expect(started).rejects.toThrow(want)
  })

  test('needs a key', async () => {
    await expect(run(['--key-env', 'NO_SUCH_KEY'])).rejects.toThrow(/NO_SUCH_KEY does not contain a key/)
  })
})

test('what XML has no place for is left out of a report', async () => {
  const { id } = await fixture.run([{ variables: {} }])
  const results = await fixture.results(id)
  const [result] = results.map((one) => ({
    ...one,
    error: { code: 'X', message: 'a\u0000b\u001bc\ud800d]]>"' },
  }))
  const text = junit(await fixture.read(id), result ? [result] : [])
  expect(text).toContain('message="a\ufffdb\ufffdc\ufffdd]]&gt;&quot;"')
})
