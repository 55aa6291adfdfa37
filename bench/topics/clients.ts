/** `diff --client` over a generated client of 300 files, of which a fifth or all use what changes. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Topic, table } from '../topic.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const SAMPLES = join(REPOSITORY, 'test/toolkit/diff/clients')
const USERS = ['cart', 'orders', 'products', 'generic']
const FILES = 300
/** Of each of them. */
const COPIES = [FILES / USERS.length / 5, FILES / USERS.length]
const RUNS = 3

export const clients: Topic = {
  name: 'clients',
  title: 'Call sites of a client of 300 files',
  async run() {
    const rows = COPIES.map((copies) => {
      const root = mkdtempSync(join(tmpdir(), 'client-'))
      try {
        writeClient(root, copies)
        return rowOf(root, copies)
      } finally {
        rmSync(root, { recursive: true })
      }
    })
    return table(
      [
        'files that use what changes',
        'median',
        'slowest',
        '`tsc --noEmit`',
        'lines with their change',
        'other lines',
      ],
      rows,
    ).concat(`\n\nLoad of the machine at the end ${loadavg()[0]?.toFixed(1)}.`)
  },
}

/** The other files use operations that stay. */
function writeClient(root: string, copies: number): void {
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  for (const name of ['api.d.ts', 'client.ts', 'tsconfig.json'])
    copyFileSync(join(SAMPLES, 'web', name), join(root, name))
  for (const name of USERS)
    for (let copy = 0; copy < copies; copy++)
      copyFileSync(join(SAMPLES, 'web', `${name}.ts`), join(root, `${name}${copy}.ts`))
  for (let other = USERS.length * copies; other < FILES; other++)
    writeFileSync(join(root, `other${other}.ts`), UNAFFECTED)
}

const UNAFFECTED = `import { client, type Product } from './client.ts'

export async function productOf(productId: string) {
  const { data } = await client.GET('/products/{productId}', { params: { path: { productId } } })
  return data === undefined ? undefined : { id: data.id, name: data.name, rating: data.rating ?? 0 }
}

export async function starsOf(reviewId: string) {
  const { data } = await client.GET('/reviews/{reviewId}', { params: { path: { reviewId } } })
  return data?.stars
}

export const named = (products: Product[], name: string) => products.filter((product) => product.name === name)
`

function rowOf(root: string, copies: number): string[] {
  const runs = Array.from({ length: RUNS }, (_, run) => {
    // The last result is shown again while nothing has changed.
    appendFileSync(join(root, 'client.ts'), `// Run ${run}.\n`)
    return compare(root)
  })
  const seconds = runs.map(({ milliseconds }) => milliseconds / 1000).sort((a, b) => a - b)
  const marked = copies * USERS.reduce((sum, name) => sum + marksOf(name), 0)
  return [
    `${copies * USERS.length} of ${FILES}`,
    `${seconds[1]?.toFixed(1)} s`,
    `${seconds[2]?.toFixed(1)} s`,
    `${(compile(root) / 1000).toFixed(1)} s`,
    `${runs[0]?.explained} of ${marked}`,
    String(runs[0]?.unexplained),
  ]
}

/** Milliseconds of the compiler, which `diff` runs with the types of both versions. */
function compile(root: string): number {
  const started = performance.now()
  spawnSync(process.execPath, [join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', root])
  return performance.now() - started
}

const marksOf = (name: string): number =>
  readFileSync(join(SAMPLES, 'web', `${name}.ts`), 'utf8').split('// affected: ').length - 1

interface Report {
  clients: { sites: { finding?: number }[] }[]
}

function compare(client: string) {
  const cli = resolve(REPOSITORY, 'dist/src/toolkit/cli/main.js')
  const documents = ['shop.yaml', 'shop.new.yaml'].map((name) => join(SAMPLES, name))
  const started = performance.now()
  const { stdout } = spawnSync(
    process.execPath,
    [cli, 'diff', ...documents, '--client', client, '--format', 'json'],
    { encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const milliseconds = performance.now() - started
  const sites = (JSON.parse(stdout) as Report).clients.flatMap((one) => one.sites)
  const explained = sites.filter(({ finding }) => finding !== undefined).length
  return { milliseconds, explained, unexplained: sites.length - explained }
}
