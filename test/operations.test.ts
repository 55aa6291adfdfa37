/** Compares the image, the compose file, the unit and the pages about them with the program. No engine is needed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dataDirectoryAt } from '../src/service/cli/dataDirectory.ts'
import { flags } from '../src/service/cli/serve/flags.ts'
import { readOptions } from '../src/service/cli/serve/options.ts'
import { healthChecks } from '../src/service/server/health.ts'
import { parseFlags } from '../src/toolkit/cli/program/commander.ts'
import { authorityPath } from '../src/toolkit/network/certificates.ts'

interface Compose {
  services: Record<
    string,
    {
      image?: string
      command?: string[]
      ports?: string[]
      volumes?: string[]
      environment?: Record<string, string>
    }
  >
  volumes: Record<string, unknown>
}

const read = (path: string) => readFileSync(path, 'utf8')
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
const page = read('docs/service/operations.md')
const unit = /^```ini\n([\s\S]*?)^```/m.exec(page)?.[1] ?? ''
const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as Compose
const ours = Object.entries(services).filter(([, { image }]) => image === 'prompt-service')
const manifest = JSON.parse(read('src/service/package.json')) as {
  bin: Record<string, string>
  engines: { node: string }
  devDependencies: Record<string, string>
}

const instructions = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^\\s*${word} +(.+)$`, 'gm'))].map(([, rest = '']) => rest.trim())
const inImage = (
  JSON.parse(instructions('CMD').find((text) => text.startsWith('["serve"')) ?? '[]') as string[]
).slice(1)
const [data = ''] = instructions('VOLUME')

/** The words after `serve` of the unit's command; what the shell puts in stands for itself. */
const inUnit = (/ serve (.*)'$/m.exec(unit)?.[1] ?? '').replaceAll('"', '').split(' ')

/** Variables that the program reads: whole names, and those that are made of an environment's name. */
const variables = new Set<string>()
for (const name of readdirSync('src/service/cli', { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.ts')) continue
  const text = read(`src/service/cli/${name}`)
  for (const [, end] of text.matchAll(/`PROMPT_SERVICE_\$\{name\.toUpperCase\(\)\}_(\w+)`/g))
    for (const environment of ['PRODUCTION', 'DEVELOPMENT'])
      variables.add(`PROMPT_SERVICE_${environment}_${end}`)
  for (const [, whole = ''] of text.matchAll(/'([A-Z]+(?:_[A-Z]+)*_URL)'/g)) variables.add(whole)
}

describe('what is started', () => {
  const url = 'postgres://u:p@database/prompts'
  const commands: [where: string, args: string[], env: Record<string, string>][] = [
    ['Dockerfile', inImage, {}],
    ['docs/service/operations.md, the unit', inUnit, {}],
    ...ours.flatMap(([name, { command, environment }]): [string, string[], Record<string, string>][] =>
      command ? [[`compose.yaml, ${name}`, command.slice(1), { ...environment, DATABASE_URL: url }]] : [],
    ),
  ]

  test('is found in all of them', () => expect(commands).toHaveLength(5))

  test.each(commands)('%s: its flags are taken by serve', (_where, args, env) => {
    expect(args.length).toBeGreaterThan(1)
    const options = readOptions(parseFlags(args, flags), env)
    expect(options.dataDirectory).toMatch(/\/var\/lib\/prompts$|\$\$STATE_DIRECTORY$/)
  })

  test('is the program of the package', () => {
    const program = Object.values(manifest.bin)[0]
    expect(JSON.parse(instructions('ENTRYPOINT')[0] ?? '')).toEqual([
      'node',
      `/app/dist/${program?.replace('./', '')}`,
    ])
    expect(unit).toContain(`exec /usr/bin/node /opt/prompts/dist/${program?.replace('./', '')} serve `)
  })

  test('reads the variables that it is given', () => {
    const given = [unit, read('compose.yaml'), page].flatMap((text) =>
      [...text.matchAll(/\b(?:PROMPT_SERVICE_[A-Z_]+|DATABASE_URL)\b/g)].map(([name]) => name),
    )
    expect(given.length).toBeGreaterThan(5)
    expect(given.filter((name) => !variables.has(name))).toEqual([])
  })

  test('has time to stop', () => {
    const needed = Number.parseFloat(flags['shutdown-timeout'].default) + 5
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(needed)
    for (const [, seconds] of read('compose.yaml').matchAll(/stop_grace_period: (\d+)s/g))
      expect(Number(seconds)).toBeGreaterThan(needed)
  })
})

describe('the image', () => {
  test('copies what is there and what .dockerignore leaves', () => {
    const ignored = read('.dockerignore').split('\n')
    const copied = instructions('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(/ +/).slice(0, -1))
    expect(copied.length).toBeGreaterThan(8)
    expect(copied.filter((path) => !existsSync(path) || ignored.includes(path))).toEqual([])
  })

  test('has a Node that the package takes, of one version in all stages', () => {
    const bases = new Set(instructions('FROM').map((text) => text.split(' ')[0]))
    expect(bases.size).toBe(1)
    const major = Number(/^node:(\d+)-slim$/.exec([...bases][0] ?? '')?.[1])
    expect(major).toBeGreaterThanOrEqual(Number(/>=(\d+)\.0\.0$/.exec(manifest.engines.node)?.[1]))
    expect(page).toContain(`Node ${major}`)
  })

  test("has the lock's client of PostgreSQL", () => {
    expect(dockerfile).toContain(
      ` pg@${(JSON.parse(read('package.json')) as typeof manifest).devDependencies.pg}\n`,
    )
  })

  test('runs as a user without rights, who owns the data', () => {
    expect(instructions('USER')).toEqual(['node'])
    expect(dockerfile).toContain(`install -d -o node -g node -m 0700 ${data}\n`)
    expect(inImage).toContain(data)
  })

  test('is asked for a health check that is served, by the authority that it makes', () => {
    const [check = ''] = instructions('HEALTHCHECK')
    const [, port, path = ''] = /https:\/\/localhost:(\d+)(\/\w+)/.exec(check) ?? []
    expect(port).toBe(flags['production-port'].default)
    expect(Object.keys(healthChecks({ write: async (work) => work({} as never) }))).toContain(path)
    expect(check).toContain(`NODE_EXTRA_CA_CERTS=${authorityPath(dataDirectoryAt(data).tls)} `)
    // The code that the shell passes to Node is a program.
    expect(() => new Function(/-e "([^"]+)"/.exec(check)?.[1] ?? '(')).not.toThrow()
  })

  test('names the ports that it listens on', () => {
    const ports = [flags['production-port'].default, flags['development-port'].default]
    expect(instructions('EXPOSE')).toEqual([ports.join(' ')])
    for (const [name, service] of ours)
      expect(
        service.ports?.map((text) => text.split(':').at(-1)),
        name,
      ).toEqual(ports)
  })
})

test('each process of the compose file has a data directory of its own, and ports', () => {
  const places = ours.flatMap(([, service]) => service.volumes ?? [])
  expect(places.map((place) => place.split(':')[1])).toEqual(ours.map(() => data))
  const names = Object.values(services).flatMap((service) =>
    (service.volumes ?? []).map((place) => place.split(':')[0]),
  )
  expect(names.sort()).toEqual(Object.keys(volumes).sort())
  expect(new Set(names).size).toBe(names.length)
  const allPorts = ours.flatMap(([, service]) => service.ports ?? [])
  expect(new Set(allPorts).size).toBe(allPorts.length)
})

describe('the pages', () => {
  test('name flags of serve that exist', () => {
    const named = [...page.matchAll(/`--([a-z-]+)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !(name in flags))).toEqual([])
  })

  test('name files that exist', () => {
    const text = read('SECURITY.md')
    const files = [...text.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(40)
    const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
    const nextTo = [...page.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, path = '']) => `docs/service/${path}`,
    )
    expect([...files, ...links, ...nextTo].filter((path) => !existsSync(path))).toEqual([])
  })
})
