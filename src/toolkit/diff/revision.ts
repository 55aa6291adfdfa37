/** Documents as they were in a revision of Git: their files copied out to a folder, for a document spans many. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { Origin } from './source.ts'

/** The input names something that is not there. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

interface Checkout {
  /** The requested file or folder, within the copy. */
  path: string
  origin: Origin
  /** Deletes the copy. */
  remove(): void
}

/**
 * Splits `HEAD~3:openapi/v1/openapi.yaml` into revision and path; undefined for a plain path, which can
 * contain a colon too.
 */
export function splitRevision(input: string): { revision: string; path: string } | undefined {
  const colon = input.indexOf(':')
  // One letter before a colon is a drive.
  if (colon < 2 || existsSync(input)) return undefined
  return { revision: input.slice(0, colon), path: input.slice(colon + 1) || '.' }
}

/** Enough for every document that people write by hand. */
const MAX_BYTES = 512 * 1024 * 1024

/**
 * Copies the YAML and JSON files of a revision to a temporary folder.
 * @param path from the working directory, as Git reads `./path`
 * @throws InputError outside of a repository, for an unknown revision, or where the path is not in it
 */
export function checkout(revision: string, path: string, cwd: string): Checkout {
  const top = git(
    ['rev-parse', '--show-toplevel'],
    cwd,
    `${revision}:${path} names a Git revision, but ${cwd} is not in a Git repository. Compare two files instead, or create a repository. Git reports`,
  ).trim()
  git(
    ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`],
    cwd,
    `Git has no revision ${revision}. Fetch it first; in CI, check out the whole history`,
  )
  const listing = git(
    ['ls-tree', '-r', '-z', '--full-tree', '--name-only', revision],
    top,
    `${revision} cannot be listed`,
  )
  const names = listing
    .split('\0')
    .filter((name) => /\.(ya?ml|json)$/.test(name) && !/(^|\/)package-lock\.json$/.test(name))
  const contents = readBlobs(top, revision, names)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'revision-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  names.forEach((name, index) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), contents[index] ?? '')
  })
  const wanted = join(folder, relative(realpathSync(top), resolve(realpathSync(cwd), path)))
  if (!existsSync(wanted)) {
    remove()
    throw new InputError(`${revision} has no ${path}.`)
  }
  return { path: wanted, origin: { shown: (file) => `${revision}:${relative(folder, file)}` }, remove }
}

function git(args: string[], cwd: string, rejection: string): string {
  try {
    return execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? (error as Error).message).trim()
    throw new InputError(`${rejection}${said === '' ? '' : `: ${said}`}.`)
  }
}

/** Reads all files with one process: `cat-file --batch` prints the size and the bytes of each name. */
function readBlobs(cwd: string, revision: string, names: readonly string[]): Buffer[] {
  const input = names.map((name) => `${revision}:${name}\n`).join('')
  const { stdout, status } = spawnSync('git', ['cat-file', '--batch'], { cwd, input, maxBuffer: MAX_BYTES })
  if (status !== 0) throw new InputError(`The files of ${revision} cannot be read by Git.`)
  const contents: Buffer[] = []
  let at = 0
  for (const name of names) {
    const end = stdout.indexOf(0x0a, at)
    const size = Number(stdout.subarray(at, end).toString().split(' ').at(-1))
    if (Number.isNaN(size)) throw new InputError(`${revision}:${name} cannot be read by Git.`)
    contents.push(stdout.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return contents
}
