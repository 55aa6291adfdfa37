import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rulePages } from '../../../../scripts/docs/rules.ts'
import {
  type ConformanceFinding,
  messageOf,
  type RunEvent,
  runConformance,
  runnerRules,
} from '../../../../src/toolkit/conformance/conform.ts'
import { type RuleId, ruleCatalogue } from '../../../../src/toolkit/conformance/ruleCatalogue.ts'
import { createResponseChecker } from '../../../../src/toolkit/responses/checkResponse.ts'
import { responseRuleIds } from '../../../../src/toolkit/responses/checks.ts'
import { casesOf } from '../../../harness/thorough.ts'
import { createFixedClock } from './clock.ts'
import { type ExamplePage, RULE_PAGES, readExamplePage, type Step } from './page.ts'
import { startScript } from './scriptedServer.ts'
import { playAtAuthorizationServer, playEvents } from './serverPlays.ts'

const ids = ruleCatalogue.map(({ id }) => id)
const isResponseRule = (id: string) => responseRuleIds.includes(id)
const ofServer = ids.filter((id) => /^(event|callback|oauth)-/.test(id))
const byExchange = ids.filter((id) => !ofServer.includes(id))

it('every rule has a page, and every page a rule', () => {
  const pages = readdirSync(RULE_PAGES).filter((file) => file !== 'index.md')
  expect(pages.map((file) => file.replace('.md', '')).sort()).toEqual([...ids].sort())
})

it('the site has every page', () => {
  const site = readFileSync('docs/site.yaml', 'utf8')
  expect(ids.filter((id) => !site.includes(`docs/reference/rules/${id}.md`))).toEqual([])
})

it('every implemented rule is in the catalogue', () => {
  const files = ['events', 'oauth'].flatMap((part) => readdirSync(`src/toolkit/conformance/${part}/rules`))
  const others = files.map((file) => file.replace('.ts', '')).filter((id) => /^(event|oauth)-/.test(id))
  const known = [...runnerRules.map(({ id }) => id), ...responseRuleIds, ...others, 'callback-matches-schema']
  expect(known.sort()).toEqual([...ids].sort())
})

it('the generated parts of pages are those of the catalogue', () => {
  for (const [file, text] of rulePages()) expect(readFileSync(file, 'utf8'), file).toBe(text)
})

it('each page explains why, shows a failing and a passing exchange, and says how to fix the server', () => {
  for (const id of ids) {
    const text = readFileSync(`${RULE_PAGES}/${id}.md`, 'utf8')
    for (const part of [
      '\n## Why it matters\n',
      '\n## Example\n',
      '\n## How to fix it\n',
      'Fails:',
      'Passes:',
    ])
      expect(text, id).toContain(part)
    expect(text.match(/^```http/gm)?.length, id).toBeGreaterThanOrEqual(2)
  }
})

describe('the failing and the passing exchange of', () => {
  it.each(byExchange.filter(isResponseRule))('%s are told apart by the rule', (id) => {
    const page = pageOf(id)
    const checker = createResponseChecker(page.document, { closed: page.config.closed })
    const rulesOf = (steps: readonly Step[]) =>
      steps.flatMap((step) => checker.check(exchangeOf(step))).map(({ rule }) => rule)
    expect(rulesOf(page.failing)).toContain(id)
    expect(rulesOf(page.passing)).not.toContain(id)
  })

  const byRequests = byExchange.filter((id) => !isResponseRule(id))
  it.each(casesOf(byRequests, 3))('%s are told apart by the rule', async (id) => {
    const page = pageOf(id)
    const failing = await play(id, page, page.failing)
    expect(failing.findings, failing.log).not.toEqual([])
    expect(failing.unused, failing.log).toEqual([])
    const passing = await play(id, page, page.passing)
    expect(passing.findings, passing.log).toEqual([])
    expect(passing.outcomes, passing.log).toContain('passed')
    expect(passing.unused, passing.log).toEqual([])
  })

  it.concurrent.each(casesOf(ofServer, 12, 3))(
    '%s are told apart by the rule',
    { timeout: 30_000 },
    async (id) => {
      const page = pageOf(id)
      const play = id.startsWith('oauth') ? playAtAuthorizationServer : playEvents
      const [failing, passing] = await Promise.all([play(id, page, 'failing'), play(id, page, 'passing')])
      expect(failing.findings, failing.log).not.toEqual([])
      expect(failing.unseen, failing.log).toEqual([])
      expect(passing.findings, passing.log).toEqual([])
      expect(passing.outcomes, passing.log).toContain('passed')
      expect(passing.unseen, passing.log).toEqual([])
    },
  )
})

function pageOf(id: RuleId): ExamplePage {
  const page = readExamplePage(id)
  if (page === undefined) throw new Error(`${RULE_PAGES}/${id}.md has no exchanges that can be run.`)
  return page
}

const exchangeOf = ({ method, url, request, response }: Step) => ({
  method,
  url,
  requestHeaders: Object.fromEntries(request.headers),
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: Buffer.from(response.body),
})

async function play(id: RuleId, page: ExamplePage, steps: readonly Step[]) {
  const clock = createFixedClock()
  await using server = await startScript(page, steps, clock.now)
  const findings: ConformanceFinding[] = []
  const outcomes: Extract<RunEvent, { type: 'outcome' }>['outcome'][] = []
  const { identities } = page.config
  await runConformance({
    document: page.document,
    target: server.url,
    identities: identities.length > 0 ? identities : [{ name: 'caller', credentials: [] }],
    rules: runnerRules.filter((rule) => rule.id === id),
    ruleIds: [],
    hints: page.config.hints,
    closed: page.config.closed,
    workflows: page.workflows,
    concurrency: 1,
    allowExistingData: true,
    clock,
    subscribers: [
      (event) => event.type === 'finding' && findings.push(event.finding),
      (event) => {
        if (event.type !== 'outcome') return
        outcomes.push(event.outcome)
        server.endPlays()
      },
    ],
  })
  const own = outcomes.filter(({ rule }) => rule === id)
  const reasons = own.map(({ check, outcome, reason }) => `${outcome} ${check}: ${reason ?? ''}`)
  return {
    findings: findings
      .filter(({ rule, repeated }) => rule === id && repeated !== false)
      .map((finding) => `${finding.operationId}: ${messageOf(finding)}`),
    outcomes: own.map(({ outcome }) => outcome),
    unused: server.unused().map(({ method, url }) => `${method} ${url}`),
    log: [...server.log, ...reasons].join('\n'),
  }
}
