/** Invariants that a run learns from responses: the true ones are left, and attacks remove the others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { conform } from '../../../../src/toolkit/cli/conform.ts'
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import type { ConformanceFinding, RunSummary } from '../../../../src/toolkit/conformance/engine/events.ts'
import type { RunOptions } from '../../../../src/toolkit/conformance/engine/options.ts'
import type { ContractDocument, Json, JsonObject } from '../../../../src/toolkit/openapi/document.ts'
import { documentOf } from '../../../../src/toolkit/openapi/documentOf.ts'
import { loadContract } from '../../../../src/toolkit/openapi/index.ts'
import { valueAt } from '../../../../src/toolkit/openapi/pointer.ts'
import { invoicesDocument, startInvoices } from './invoices.ts'

type Behavior = Parameters<typeof startInvoices>[0]

async function run(
  behavior?: Behavior,
  {
    document = invoicesDocument(),
    ...options
  }: { document?: object } & Partial<Omit<RunOptions, 'document'>> = {},
): Promise<RunSummary & { found: ConformanceFinding[] }> {
  await using server = await startInvoices(behavior)
  const found: ConformanceFinding[] = []
  const summary = await runConformance({
    target: server.url,
    identities: [{ name: 'nobody', credentials: [] }],
    rules: runnerRules,
    learn: true,
    subscribers: [(event) => event.type === 'finding' && found.push(event.finding)],
    ...options,
    document: documentOf(document),
  })
  return { ...summary, found }
}

const textsOf = ({ learned }: RunSummary) => learned.map(({ invariant }) => invariant)

const ALL = [
  'caption == title',
  'total == sum(lines.amount)',
  'lineCount == count(lines)',
  'startedAt <= endedAt',
  'status == "open" implies closedAt == null',
  'status == "closed" implies closedAt != null',
  'amount == quantity * unitPrice',
]

describe('a run', () => {
  it('learns the relations that the server maintains, and no others', async () => {
    const summary = await run()
    expect(textsOf(summary)).toEqual(ALL)
    expect(summary.found.filter(({ id }) => id.includes('learned'))).toEqual([])
    expect(summary.left).toEqual([])
    for (const { schema, observations, example } of summary.learned) {
      expect(schema).toMatch(/^\/components\/schemas\/(Invoice|Line)$/)
      expect(observations).toBeGreaterThan(4)
      expect(example.values.length).toBeGreaterThan(1)
      expect([200, 201]).toContain(example.status)
    }
    const order = summary.learned.find(({ invariant }) => invariant === 'startedAt <= endedAt')
    expect(order?.resisted).toBeGreaterThan(0)
  })

  it('learns the same for the same seed, and as much for others', async () => {
    const [one, two] = [await run({}, { seed: 7 }), await run({}, { seed: 7 })]
    expect(textsOf(one)).toEqual(textsOf(two))
    expect(textsOf(one)).toEqual(ALL)
  })

  it('drops what an attack contradicts: the server accepts an end before the start', async () => {
    expect(textsOf(await run({ isLenient: true }))).toEqual(
      ALL.filter((one) => one !== 'startedAt <= endedAt'),
    )
  })

  it('drops what a server does not compute again after an update', async () => {
    const first = new Map<Json | undefined, Json | undefined>()
    const show = (invoice: JsonObject): JsonObject => {
      if (!first.has(invoice.id)) first.set(invoice.id, invoice.lineCount)
      return { ...invoice, lineCount: first.get(invoice.id) ?? null }
    }
    const summary = await run({ show })
    expect(textsOf(summary)).toEqual(ALL.filter((one) => one !== 'lineCount == count(lines)'))
  })

  it('leaves out what the document states, in either direction', async () => {
    const document = invoicesDocument(['title == caption', 'endedAt >= startedAt'], [ALL.at(-1) ?? ''])
    const stated = ['caption == title', 'startedAt <= endedAt', 'amount == quantity * unitPrice']
    expect(textsOf(await run({}, { document }))).toEqual(ALL.filter((one) => !stated.includes(one)))
  })

  it('learns nothing unless it is to, and sends no attack', async () => {
    const paths: string[] = []
    const subscriber: RunOptions['subscribers'][number] = (event) =>
      event.type === 'exchange' && paths.push(event.exchange.check)
    expect((await run({}, { learn: false, subscribers: [subscriber] })).learned).toEqual([])
    expect(paths.length).toBeGreaterThan(50)
    expect(paths.filter((check) => check.startsWith('learned-invariants'))).toEqual([])
  })

  it('attacks only operations of the run', async () => {
    const checks = new Set<string>()
    const summary = await run(
      {},
      {
        operations: (id) => id !== 'updateInvoice',
        subscribers: [(event) => void (event.type === 'exchange' && checks.add(event.exchange.check))],
      },
    )
    expect([...checks].filter((check) => check.startsWith('learned-invariants'))).toEqual([])
    expect(textsOf(summary)).not.toContain('startedAt <= endedAt')
  })

  it.each(['updateInvoice', 'createInvoice'])('sends no attack where hints skip %s', async (operationId) => {
    const checks = new Set<string>()
    const summary = await run(
      {},
      {
        hints: { skipOperations: [operationId] },
        subscribers: [(event) => void (event.type === 'exchange' && checks.add(event.exchange.check))],
      },
    )
    expect(checks.size).toBeGreaterThan(5)
    expect([...checks].filter((check) => check.startsWith('learned-invariants'))).toEqual([])
    expect(textsOf(summary)).not.toContain('startedAt <= endedAt')
  })

  it('ends its attacks when the time is over', async () => {
    let requests = 0
    const summary = await run(
      {},
      {
        enough: () => requests > 0,
        subscribers: [
          (event) =>
            void (event.type === 'exchange' && event.exchange.check.startsWith('learned') && requests++),
        ],
      },
    )
    expect(requests).toBeGreaterThan(0)
    expect(requests).toBeLessThan(5)
    expect(summary.endedEarly).toEqual({ kind: 'enough' })
  })
})

const folder = mkdtempSync(join(tmpdir(), 'learned-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('conform', () => {
  const file = (name: string) => join(folder, name)
  const command = async (...flags: string[]) => {
    await using server = await startInvoices()
    writeFileSync(file('openapi.json'), JSON.stringify(invoicesDocument()))
    const lines: string[] = []
    const terminal = { env: {}, print: (line: string) => void lines.push(line) }
    const code = await conform.run([file('openapi.json'), server.url, ...flags], terminal)
    return { code, text: lines.join('\n') }
  }

  it('counts them in one line, and lists them in the reports', async () => {
    const { code, text } = await command('--report', `html=${file('r.html')},json=${file('r.json')}`)
    expect([0, 1]).toContain(code)
    expect(text.split('\n').filter((line) => line.startsWith('Learned'))).toEqual([
      'Learned 7 invariants that the document does not state: --report html=FILE lists them, --propose FILE writes them as x-invariants.',
    ])
    const { summary, findings } = JSON.parse(readFileSync(file('r.json'), 'utf8')) as {
      summary: RunSummary
      findings: { id: string }[]
    }
    expect(textsOf(summary)).toEqual(ALL)
    expect(findings.filter(({ id }) => id.includes('learned'))).toEqual([])
    const page = readFileSync(file('r.html'), 'utf8')
    expect(page).toContain('<h2 id="learned">Learned invariants</h2>')
    expect(page).toContain('<code>status == &quot;closed&quot; implies closedAt != null</code>')
    expect(page).toContain('openapi.json:1:')
  })

  it('learns none in a run of some rules', async () => {
    const { text } = await command('--only', 'created-read-back', '--only', 'update-applied-exactly')
    expect(text).not.toContain('Learned')
  })
})

describe('conform --propose', () => {
  it('writes learned invariants with their evidence, and checks them with the overlay', async () => {
    await using server = await startInvoices()
    const [document, overlay] = [join(folder, 'openapi.json'), join(folder, 'overlay.yaml')]
    writeFileSync(document, JSON.stringify(invoicesDocument()))
    const lines: string[] = []
    const terminal = { env: {}, print: (line: string) => void lines.push(line) }
    const report = join(folder, 'proposed.json')
    const flags = ['--propose', overlay, '--seed', '3', '--skip', 'invalid-body-rejected']
    await conform.run([document, server.url, ...flags, '--report', `json=${report}`], terminal)
    expect(lines.join('\n')).toMatch(/Wrote .*overlay\.yaml: \d+ proposals? \(.*7 invariants\)\./)
    expect(lines.join('\n')).not.toContain('invariants-met')
    const text = readFileSync(overlay, 'utf8')
    expect(text).toMatch(
      /\n {2}# (POST|PATCH|GET) \/invoices\S* 20[01] \{.*\n {2}# \d+ objects in responses of createInvoice, getInvoice, listInvoices, updateInvoice; \d+ updates? did not break it\n {2}- target: \$\.components\.schemas\.Invoice\n {4}description: Each object of \$\.components\.schemas\.Invoice matches total == sum\(lines\.amount\)\.\n/,
    )
    const { documents } = loadContract([document], { overlays: [overlay] })
    const { root } = documents[0] as ContractDocument
    const at = (name: string) => valueAt(root, `/components/schemas/${name}/x-invariants`)
    expect([at('Invoice'), at('Line')]).toEqual([ALL.slice(0, -1), ALL.slice(-1)])
    await using wrong = await startInvoices({ show: (invoice) => ({ ...invoice, lineCount: 99 }) })
    lines.length = 0
    expect(await conform.run([document, wrong.url, '--overlay', overlay], terminal)).toBe(1)
    expect(lines.join('\n')).toContain('expected lineCount == count(lines)')
  })
})
