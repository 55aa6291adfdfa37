/**
 * Begins operations: their contract, which passes lint, and then their stubs.
 *
 *     npm run new -- Thing                                 a resource: list, create, get, update and delete
 *     npm run new -- archiveThing --path /things/{thingId}/archive --method post [--scope prompts]
 *
 * `createThing` brings `getThing` along, because a client must be able to find a created resource again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { stubsOf } from '../src/toolkit/stub/stubs.ts'
import { resourceOf, type Scaffold, scaffoldOf, type Wanted } from './new/scaffold.ts'

const FOLDER = 'openapi/v1'
const PAGE = join(FOLDER, 'openapi.yaml')
const USAGE = `Usage: npm run new -- <Thing | operationId> [--path PATH] [--method METHOD] [--scope STEM]

  Thing          a noun begins a resource: listThings, createThing, getThing, updateThing, deleteThing
  operationId    a verb and a noun, such as createThing, begins one operation
  --path         where the name does not imply it, such as /things/{thingId}/archive
  --method       where the verb does not imply it
  --scope        the stem of the scopes that the operations ask for: prompts, for prompts:read and prompts:write`

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      method: { type: 'string' },
      scope: { type: 'string', default: 'prompts' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new Error(USAGE)
  const noun = /^create([A-Z].*)$/.exec(name)?.[1]
  const isResource = /^[A-Z][A-Za-z0-9]*$/.test(name)
  if (isResource && (values.path ?? values.method) !== undefined)
    throw new Error(`--path and --method are of one operation, and ${name} begins five.`)
  const made: Wanted[] = isResource
    ? resourceOf(name).map((operationId) => ({ operationId, scope: values.scope }))
    : [
        {
          operationId: name,
          scope: values.scope,
          ...(values.path !== undefined && { path: values.path }),
          ...(values.method !== undefined && { method: values.method }),
        },
      ]
  if (noun !== undefined && !isUsed(`get${noun}`))
    made.push({ operationId: `get${noun}`, scope: values.scope })
  for (const { operationId } of made)
    if (isUsed(operationId)) throw new Error(`${operationId} is there already.`)
  for (const one of made.map(scaffoldOf)) add(one)
  for (const { operationId } of made)
    for (const { path, text } of await stubsOf(operationId, process.cwd()))
      if (!existsSync(path)) write(path, text)
  for (const [file, what] of touched) console.log(`${file} ${what}.`)
  console.log(`Its scopes are ${values.scope}:read and ${values.scope}:write; --scope names others.
The contract is a beginning: change it, then \`npm run lint:api\`, \`npm run generate\` and \`npm run typecheck\`,
which names every place that still lacks it. docs/internals/new-resource.md lists what is then by hand.`)
}

/** Whether a file of the documents has an operation of that name. */
function isUsed(operationId: string): boolean {
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
    page = page.replace(/\ntags:\n/, (all) => `${all}  - name: ${tag}\n    description: What they are for.\n`)
  }
  write(PAGE, page)
}

/** The action on each file, in the order of its first mention. */
const touched = new Map<string, 'written' | 'changed'>()

function write(file: string, text: string): void {
  if (!touched.has(file)) touched.set(file, existsSync(file) ? 'changed' : 'written')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
