/**
 * Dockerfile.specwright without a container engine: its instructions are valid, its build runs over the files of its
 * context, and its program works from the tarball that it installs. Not covered: the base image, `apt-get` and the user.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { succeed } from '../nodes/fetchNode.mjs'
import { root } from '../prepare.mjs'

const FILE = 'Dockerfile.specwright'

/**
 * @param {{ path: string, env: NodeJS.ProcessEnv }} node
 * @param {string} place an empty folder, the root of the image
 * @param {string} document text of an OpenAPI document
 * @returns {string} what was run
 * @throws Error that names the instruction that failed
 */
export function tryDockerfile(node, place, document) {
  for (const file of ['Dockerfile', FILE]) requireValid(file)
  const image = { node, place, folder: place, bin: join(place, 'usr/local/bin'), ran: [] }
  for (const instruction of DockerfileParser.parse(readFileSync(join(root, FILE), 'utf8')).getInstructions())
    follow(image, instruction.getKeyword(), instruction.getArgumentsContent() ?? '')
  writeFileSync(join(image.folder, 'openapi.json'), document)
  const { status, stdout, stderr } = spawnSync(image.entrypoint, ['lint', 'openapi.json'], {
    cwd: image.folder,
    env: environment(image),
    encoding: 'utf8',
  })
  if (status !== 1 || !stdout.includes('no-invalid-media-type-examples'))
    throw new Error(`${image.entrypoint} lint ended with ${status}: ${stdout}${stderr}`)
  return image.ran.join(', ')
}

function requireValid(file) {
  const [problem] = validate(readFileSync(join(root, file), 'utf8'))
  if (problem !== undefined) throw new Error(`${file}:${problem.range.start.line + 1}: ${problem.message}`)
}

/** Carries out one instruction below the root of the image. */
function follow(image, keyword, words) {
  const within = (path) => join(image.place, path)
  if (keyword === 'WORKDIR') {
    image.folder = within(words)
    mkdirSync(image.folder, { recursive: true })
  } else if (keyword === 'COPY') copy(image, words.split(/\s+/))
  else if (keyword === 'RUN') run(image, words)
  else if (keyword === 'ENTRYPOINT') image.entrypoint = join(image.bin, JSON.parse(words)[0])
  else if (!['FROM', 'USER'].includes(keyword)) throw new Error(`${FILE}: ${keyword} is not covered.`)
}

/** `COPY . .` copies the context; any other copy is of one file of an earlier stage. */
function copy({ place, folder }, [from, to]) {
  if (from === '.') {
    for (const file of contextFiles()) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(root, file), join(folder, file), { preserveTimestamps: true })
    }
    return
  }
  const folderOf = join(place, dirname(from))
  const name = new RegExp(`^${patternOf(basename(from))}$`)
  const found = readdirSync(folderOf).filter((file) => name.test(file))
  if (found.length !== 1) throw new Error(`${FILE}: COPY ${from} matches ${found.length} files.`)
  mkdirSync(dirname(join(place, to)), { recursive: true })
  cpSync(join(folderOf, found[0]), join(place, to))
}

/** The files of Git that Dockerfile.specwright.dockerignore leaves. */
function contextFiles() {
  const ignored = readFileSync(join(root, `${FILE}.dockerignore`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => new RegExp(`^${patternOf(line)}(/|$)`))
  const listed = succeed('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, stdio: 'pipe' })
  const files = listed.stdout.toString().split('\0').filter(Boolean)
  return files.filter((file) => !ignored.some((pattern) => pattern.test(file)))
}

const patternOf = (line) =>
  line.replaceAll(/\*\*\/|\*|\./g, (sign) => ({ '**/': '(.*/)?', '*': '[^/]*', '.': '\\.' })[sign])

function run(image, words) {
  if (words.startsWith('apt-get')) return
  const { folder, place } = image
  if (words.startsWith('npm ci')) {
    // The lock must fit the manifests of the context. The packages are those of this machine.
    execute(image, `${words} --dry-run`)
    linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'))
  } else execute(image, words.replaceAll(' /tmp/', ` ${place}/tmp/`))
  image.ran.push(words)
}

/** Workspaces are those of the context: their links lead to its `src`. */
function linkPackages(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name)
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(path) : path, join(to, entry.name))
  }
}

function execute(image, command) {
  const env = environment(image)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: image.folder,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${FILE}: RUN ${command} ended with ${status}: ${stdout}${stderr}`)
}

const environment = ({ node, place, bin }) => ({
  ...node.env,
  PATH: `${bin}:${node.env.PATH}`,
  npm_config_prefix: join(place, 'usr/local'),
})
