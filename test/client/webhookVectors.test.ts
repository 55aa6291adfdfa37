/** The test vectors of the signature scheme, with our verifier, Stripe's and the recipes of the page. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { type Vector, vectors, written } from '../../scripts/vectors.ts'
import { verifyWebhook, WebhookVerificationError } from '../../src/client/webhooks.ts'

const root = join(import.meta.dirname, '../..')
const file = readFileSync(join(root, 'asyncapi/vectors/signatures.json'), 'utf8')
const bodyOf = ({ body }: Vector) => Buffer.from(body, 'base64')
const page = readFileSync(join(root, 'docs/service/webhooks.md'), 'utf8')

/** The vectors on which a verifier decides otherwise. */
const wrong = (verdicts: Record<string, boolean>) =>
  vectors
    .filter(({ name, expect: wanted }) => verdicts[name] !== (wanted === 'accepted'))
    .map(({ name }) => name)

describe('the test vectors', () => {
  it('are at least forty, and are what their script writes', () => {
    expect(file).toBe(written())
    expect(vectors.length).toBeGreaterThanOrEqual(40)
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
  })

  it.each(vectors)('verifyWebhook: $name', async (vector) => {
    const { headers, secrets, now, code = 'accepted' } = vector
    const verdict = await verifyWebhook(bodyOf(vector), headers, secrets, { now: now * 1000 }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof WebhookVerificationError ? error.code : String(error)),
    )
    expect(verdict).toBe(code)
  })

  it('stripe takes what it does not look at', () => {
    const verdicts: Record<string, boolean> = {}
    for (const vector of vectors) {
      verdicts[vector.name] = vector.secrets.some((secret) => {
        try {
          const signature = vector.headers['X-Service-Signature'] ?? ''
          Stripe.webhooks.constructEvent(bodyOf(vector), signature, secret, 300, undefined, vector.now * 1000)
          return true
        } catch {
          return false
        }
      })
    }
    expect(wrong(verdicts)).toEqual(STRIPE_ACCEPTS)
  })

  const python = spawnSync('python3', ['--version']).status === 0
  it.skipIf(!python)(`the Python recipe${python ? '' : ' (skipped: there is no python3)'}`, () => {
    const recipe = /^```python recipe=python\n([\s\S]*?)^class Hook/m.exec(page)?.[1] ?? ''
    const program = `
import base64, json, os, sys
os.environ["WEBHOOK_SECRET"] = "none"
${recipe}
verdicts = {}
for vector in json.load(sys.stdin)["vectors"]:
    SECRETS[:] = vector["secrets"]
    time.time = lambda: vector["now"]
    headers = vector["headers"]
    try:
        verify(base64.b64decode(vector["body"]), headers.get("X-Service-Signature", ""), headers.get("X-Service-Timestamp", ""))
        verdicts[vector["name"]] = True
    except ValueError:
        verdicts[vector["name"]] = False
print(json.dumps(verdicts))
`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: file, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(wrong(JSON.parse(stdout) as Record<string, boolean>)).toEqual([])
  })

  const go = spawnSync('go', ['version']).status === 0
  it.skipIf(!go)(`the Go recipe${go ? '' : ' (skipped: there is no Go)'}`, () => {
    const recipe = /^```go recipe=go\n([\s\S]*?)^func main/m.exec(page)?.[1] ?? ''
    expect(recipe).toContain('func verify')
    const { stdout } = spawnSync('go', ['run', '-'], { input: goProgram(recipe), encoding: 'utf8' })
    expect(wrong(JSON.parse(stdout) as Record<string, boolean>)).toEqual([])
  })
})

/** Stripe has one header, accepts a time ahead of the clock, and leaves the event to its reader. */
const STRIPE_ACCEPTS = [
  '301 seconds ahead',
  'a year ahead',
  'a time in milliseconds',
  'no timestamp header',
  'a timestamp header of another second',
  'a timestamp header in milliseconds',
  'two times, the right one last',
]

/** The recipe's function over all vectors, with a clock that they set. */
const goProgram = (recipe: string): string =>
  recipe
    .replaceAll('time.Now().Unix()', 'clock')
    .replace(/import \(([\s\S]*?)\)/, (_, list: string) => {
      const used = list.split('\n').filter((line) => !/"(io|net|net\/http|os|sync)"/.test(line))
      return `import (${[...used, '\t"encoding/base64"', '\t"os"'].join('\n')}\n)\n\nvar clock int64\n`
    })
    .replace('"time"', '')
    .concat(`
func main() {
	raw, _ := os.ReadFile("asyncapi/vectors/signatures.json")
	var file struct {
		Vectors []struct {
			Name    string
			Now     int64
			Secrets []string
			Headers map[string]string
			Body    string
		}
	}
	_ = json.Unmarshal(raw, &file)
	verdicts := map[string]bool{}
	for _, v := range file.Vectors {
		clock = v.Now
		body, _ := base64.StdEncoding.DecodeString(v.Body)
		_, err := verify(body, v.Headers["X-Service-Signature"], v.Headers["X-Service-Timestamp"], v.Secrets)
		verdicts[v.Name] = err == nil
	}
	out, _ := json.Marshal(verdicts)
	fmt.Println(string(out))
}
`)
