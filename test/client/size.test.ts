/** The size of the bundled client, and that it requires no module of Node. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const client = join(import.meta.dirname, '../../src/client')

async function bundle(code: string): Promise<{ text: string; gzipped: number; imports: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: client },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const [{ contents, text } = { contents: new Uint8Array(), text: '' }] = outputFiles
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  return { text, gzipped: gzipSync(contents).length, imports }
}

describe('the client in a bundle', () => {
  it.each([
    ['all of it, with webhooks', "export * from './index.ts'; export * from './webhooks.ts'", 10_000],
    ['calls alone', "export { createClient } from './index.ts'", 5_000],
    ['webhooks alone', "export { verifyWebhook } from './webhooks.ts'", 2_000],
    ['a check of errors', "export { isPromptServiceError } from './index.ts'", 500],
  ])('%s stays small, and imports nothing of Node', async (_name, code, most) => {
    const { gzipped, imports } = await bundle(code)
    expect(imports).toEqual([])
    expect(gzipped).toBeLessThan(most)
  })

  it('leaves out what is not used', async () => {
    const { text } = await bundle("export { createClient } from './index.ts'")
    expect(text).not.toContain('code_challenge')
    expect(text).not.toContain('X-Service-Signature')
  })
})
