/** The output of the start for the person who watches it. */
import { relative, resolve } from 'node:path'
import type { EnvironmentName } from '../../server/handler.ts'
import { environmentNames, type PerEnvironment } from '../perEnvironment.ts'
import type { Credentials } from './bootstrap.ts'

interface BannerFacts {
  version: string
  /** Those that are served. */
  environments: readonly EnvironmentName[]
  baseUrl: PerEnvironment<string>
  settingsUrl: PerEnvironment<string>
  credentialsFile: string
  /** The credentials that this start created. */
  made: Credentials | undefined
  /** Whether there are credentials of an earlier start. */
  credentialsExist: boolean
  /** The file that clients must trust; null with a certificate of the administrator's. */
  caFile: string | null
  /** Undefined: none, or reported by another process. */
  metricsUrl: string | undefined
  /** Milliseconds from the start of the command. */
  took: number
}

const PREFIXES: PerEnvironment<string> = { production: 'svc_live_', development: 'svc_test_' }

export function banner(facts: BannerFacts): string {
  const { made, caFile } = facts
  const lines = [
    `prompt-service ${facts.version}, ready after ${Math.round(facts.took)} ms`,
    '',
    ...facts.environments.flatMap((name) => [
      `  ${name.padEnd(12)} ${facts.baseUrl[name]}   keys ${PREFIXES[name]}…`,
      `  ${''.padEnd(12)} ${facts.settingsUrl[name]}   for people`,
    ]),
    ...(facts.metricsUrl === undefined ? [] : [`  ${'metrics'.padEnd(12)} ${facts.metricsUrl}`]),
    '',
  ]
  if (caFile !== null)
    lines.push(
      `CA certificate of this server: ${short(caFile)}`,
      'Browsers trust it after: prompt-service trust',
    )
  if (made) {
    const names = environmentNames.filter((name) => made[name])
    lines.push(
      `Created an organization, its owner (sign-in) and an API key in ${names.join(' and ')}: ${short(facts.credentialsFile)}`,
      '',
      'Create a prompt:',
      '',
      ...tryIt(made, facts),
    )
  } else if (facts.credentialsExist) {
    lines.push(`The keys of the first start are in ${short(facts.credentialsFile)}.`)
  } else {
    lines.push('Make a key with: prompt-service admin key create --help')
  }
  return lines.join('\n')
}

/** A command that works as it is printed, in any POSIX shell; the key stays in its file, because output is often stored. */
function tryIt(made: Credentials, { caFile, credentialsFile, environments }: BannerFacts): string[] {
  const names = (['development', 'production'] as const).filter((one) => environments.includes(one))
  const name = names.find((one) => made[one] !== undefined) ?? 'development'
  const baseUrl = made[name]?.baseUrl
  const script = `require(${JSON.stringify(resolve(credentialsFile))}).${name}.apiKey`
  return [
    `  curl ${caFile === null ? '' : `--cacert ${quote(caFile)} `}${baseUrl}/prompts \\`,
    `    -H "Authorization: Bearer $(node -p ${quote(script)})" \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '{"name": "Greeting", "content": "Say hello to {{name}}."}'`,
  ]
}

/** The path as one would type it here. */
function short(path: string): string {
  const near = relative('', path)
  return near.startsWith('..') ? path : `./${near}`
}

const quote = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
