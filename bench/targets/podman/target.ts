import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type JsonObject, objectAt } from '../../../src/toolkit/openapi/index.ts'
import { defineTarget, type Source } from '../../faults/target.ts'

const SOURCE = 'golang-github-docker-docker-dev'
const SPEC = 'usr/share/gocode/src/github.com/docker/docker/api/swagger.yaml'
/** Paths of resources that need no running container. */
const PATHS =
  /^\/(containers|exec|images|volumes|networks|secrets|info|version|_ping|events|system\/df|commit)(\/|$)/

export default defineTarget({
  title: 'Podman 4.3, containers, against the document of Docker; one image, which is empty',
  packages: {},
  debian: ['podman'],
  document: { read: readSpec },
  base: '/v1.41',
  ready: '/v1.41/_ping',
  start({ state, port }) {
    // Its database is of no use in another folder.
    rmSync(join(state, 'root'), { recursive: true, force: true })
    const flags = [
      ...['--root', join(state, 'root'), '--runroot', join(state, 'run'), '--storage-driver', 'vfs'],
      ...['--network-config-dir', join(state, 'networks'), '--events-backend', 'file'],
      ...['--cgroup-manager', 'cgroupfs', '--tmpdir', join(state, 'tmp')],
    ]
    // The examples of the document name this image.
    const archive = spawnSync('tar', ['--create', '--files-from=/dev/null']).stdout
    spawnSync('podman', [...flags, 'import', '-', 'docker.io/library/ubuntu'], { input: archive })
    return { command: ['podman', ...flags, 'system', 'service', '--time=0', `tcp:127.0.0.1:${port}`] }
  },
})

function readSpec({ installation }: Source): string {
  spawnSync('apt-get', ['download', SOURCE], { cwd: installation })
  const archive = readdirSync(installation).find((name) => name.startsWith(SOURCE)) ?? ''
  spawnSync('dpkg', ['-x', archive, 'source'], { cwd: installation })
  const text = readFileSync(join(installation, 'source', SPEC), 'utf8')
  // The YAML parser rejects a string whose second line is not indented.
  const root = parse(text.replace(/MLS\n +systems/, 'MLS systems')) as JsonObject
  const selected = Object.entries(objectAt(root, 'paths')).filter(([path]) => PATHS.test(path))
  return JSON.stringify({ ...root, paths: Object.fromEntries(selected) })
}
