/** A disk that is full at the start, and a data directory that goes away while the server works. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { casesOf, inCi } from '../../harness/thorough.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { type Served, serve } from './program.ts'

const mounts = spawnSync('unshare', ['-rm', 'true']).status === 0

/**
 * Runs on a disk of its own, gone with the process. It starts the server twice, the second time with no byte left,
 * and sends it requests; the responses are lines of output.
 */
const ON_FULL_DISK = `
set -e
mount -t tmpfs -o size=24m tmpfs "$1"
serve() {
  : > "$3" # it is read before the program has opened it
  "$2" dist/src/service/cli/main.js serve --production-port 0 --development-port 0 --data-dir "$1/data" --validator compiled --log-level silent > "$3" 2>&1 &
  server=$!
  for round in $(seq 240); do
    if grep -q "curl\\|keys of the first start" "$3" || ! kill -0 $server 2>/dev/null; then break; fi
    sleep 0.25
  done
}
serve "$1" "$2" "$3/first"
kill -TERM $server
wait $server
if [ "$4" = without ]; then rm "$1"/data/*.reserve; fi
dd if=/dev/zero of="$1/fill" bs=512 2>/dev/null || true
set +e
serve "$1" "$2" "$3/second"
if kill -0 $server 2>/dev/null; then
  url=$(sed -n 's/^.*development *\\(https:[^ ]*\\).*$/\\1/p' "$3/second" | head -1)
  key=$("$2" -p "JSON.parse(fs.readFileSync('$1/data/credentials.json')).development.apiKey")
  echo "reads $(curl -s -o /dev/null -w '%{http_code}' --cacert "$1/data/tls/ca.pem" -H "Authorization: Bearer $key" "$url/prompts")"
  rm "$1/fill"
  echo "writes $(curl -s -o /dev/null -w '%{http_code}' --cacert "$1/data/tls/ca.pem" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d '{"name": "a", "content": "b"}' "$url/prompts")"
  kill -TERM $server
fi
wait $server
echo "ended $?"
grep '^prompt-service:' "$3/second"
true
`

function onFullDisk(reserve: 'with' | 'without'): string {
  const [mount, output] = [temporaryDirectory(), temporaryDirectory()]
  const shell = ['-rm', 'sh', '-c', ON_FULL_DISK, 'sh', mount, process.execPath, output, reserve]
  const { stdout, stderr } = spawnSync('unshare', shell, { encoding: 'utf8', timeout: 150_000 })
  return stdout + stderr
}

describe('on a full disk', { timeout: 160_000 }, () => {
  const reason = mounts ? '' : ' (skipped: this system lets nobody mount a disk of his own)'
  test.skipIf(!mounts)(`the server starts, reads, and writes as soon as there is room${reason}`, () => {
    expect(onFullDisk('with')).toBe('reads 200\nwrites 201\nended 0\n')
  })

  test.skipIf(!mounts || !inCi)(`without its reserve the refusal says that the disk is full${reason}`, () => {
    expect(onFullDisk('without')).toMatch(
      /^ended 1\nprompt-service: \S+production\.sqlite: the disk is full\. Free some space on it\.\n$/,
    )
  })
})

describe('a data directory that goes away', { timeout: 60_000 }, () => {
  const create = (server: Served) =>
    server.ask('/prompts', { method: 'POST', body: { name: 'Kept', content: 'Kept.' } })
  const ready = async (server: Served) =>
    (await server.ask('/../readyz', {}).catch(() => ({ status: 0 }))).status

  const ways: [string, (data: string) => void][] = [
    ['deleted', (data) => rmSync(data, { recursive: true })],
    ['moved', (data) => renameSync(data, `${data}.moved`)],
    [
      'replaced by an empty one',
      (data) => {
        renameSync(data, `${data}.moved`)
        mkdirSync(data)
        writeFileSync(join(data, 'development.sqlite'), '')
      },
    ],
  ]
  test.each(casesOf(ways, 3, 2))(
    'and is %s: nothing is acknowledged from then on, and the server is not ready',
    async (_name, go) => {
      const data = join(temporaryDirectory(), 'data')
      const server = await serve(data)
      expect((await create(server)).status).toBe(201)
      expect(await ready(server)).toBe(200)
      go(data)
      expect(await create(server)).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } })
      expect(await ready(server)).toBe(503)
      expect(server.output.stderr).toContain('was removed or replaced while the service runs')
      server.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
  )

  test('and comes back: writes go on, and what was acknowledged is there', async () => {
    const data = join(temporaryDirectory(), 'data')
    const server = await serve(data)
    await create(server)
    renameSync(data, `${data}.moved`)
    expect((await create(server)).status).toBe(503)
    renameSync(`${data}.moved`, data)
    expect((await create(server)).status).toBe(201)
    expect((await server.ask('/prompts')).body).toMatchObject({ prompts: [{}, {}] })
  })
})
