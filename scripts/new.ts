/**
 * Begins an operation: its contract, which passes lint at once, and then its stub.
 *
 *     npm run new -- createThing [--path /things] [--method post] [--scope prompts]
 *
 * `createThing` brings `getThing` along: whoever makes something has to find it again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { stub } from '../src/commands/stub.ts'
import { type Scaffold, scaffoldOf, type Wanted } from '../src/toolkit/stub/scaffold.ts'

const FOLDER = 'openapi/v1'
const PAGE = join(FOLDER, 'openapi.yaml')
const USAGE = 'Usage: npm run new -- <operationId> [--path PATH] [--method METHOD] [--scope STEM]'

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      method: { type: 'string' },
      scope: { type: 'string', default: 'prompts' },
    },
  })
  const [operationId, ...more] = positionals
  if (operationId === undefined || more.length > 0) throw new Error(USAGE)
  const wanted: Wanted = {
    operationId,
    scope: values.scope,
    ...(values.path !== undefined && { path: values.path }),
    ...(values.method !== undefined && { method: values.method }),
  }
  const made = [wanted]
  const noun = /^create([A-Z].*)$/.exec(operationId)?.[1]
  if (noun !== undefined && !isTaken(`get${noun}`))
    made.push({ operationId: `get${noun}`, scope: values.scope })
  for (const one of made)
    if (isTaken(one.operationId)) throw new Error(`${one.operationId} is there already.`)
  for (const one of made) add(scaffoldOf(one))
  for (const { operationId: id } of made) await stub.run([id], { env: process.env, print: console.log })
  console.log('The contract is a beginning: change it, then `npm run lint:api` and `npm run generate`.')
}

/** Whether a file of the documents has an operation of that name. */
function isTaken(operationId: string): boolean {
  const { paths = {} } = parse(readFileSync(PAGE, 'utf8')) as { paths?: Record<string, { $ref?: string }> }
  return Object.values(paths).some(({ $ref }) => {
    const file = $ref === undefined ? undefined : join(FOLDER, $ref)
    return (
      file !== undefined && new RegExp(`operationId: ${operationId}$`, 'm').test(readFileSync(file, 'utf8'))
    )
  })
}

function add({ feature, file, head, operation, parts, path, method, tag }: Scaffold): void {
  const folder = join(FOLDER, feature)
  const target = join(folder, file)
  const text = existsSync(target) ? readFileSync(target, 'utf8') : head
  if (new RegExp(`^${method}:`, 'm').test(text)) throw new Error(`${target} has a ${method} already.`)
  write(target, text + operation)
  for (const [name, content] of Object.entries(parts)) {
    if (!existsSync(join(folder, name))) write(join(folder, name), content)
  }
  let page = readFileSync(PAGE, 'utf8')
  if (!page.includes(`\n  ${path}: `)) {
    page = page.replace(/\npaths:\n((?: .*\n)+)/, (all) => `${all}  ${path}: {$ref: ./${feature}/${file}}\n`)
  }
  if (!page.includes(`name: ${tag}\n`) && !page.includes(`name: ${tag},`)) {
    page = page.replace(/\ntags:\n/, (all) => `${all}  - {name: ${tag}, description: What they are for.}\n`)
  }
  writeFileSync(PAGE, page)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`${file} written.`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
