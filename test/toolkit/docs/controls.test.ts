/** Control characters in a document reach no page of its site, in whatever place they are. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSite } from '../../../src/toolkit/docs/build.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

const hostile = fc
  .array(
    fc.constantFrom('\u0000', '\u001b[31m', '\u009b', '\u202e', '\u2028', '\u2066', '\b', 'a', 'é', '\n'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''))

const documentOf = (text: string) => ({
  openapi: '3.1.0',
  info: { title: `T${text}`, version: `1${text}`, description: `About ${text}.` },
  servers: [{ url: 'https://x.dev', description: text }],
  tags: [{ name: `tag${text}`, description: text }],
  paths: {
    '/things/{id}': {
      post: {
        operationId: `create${text}`,
        summary: `Create ${text}`,
        description: text,
        tags: [`tag${text}`],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: text },
          { name: `q${text}`, in: 'query', schema: { enum: [text] }, example: text },
        ],
        requestBody: {
          description: text,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { [text]: text } },
          },
        },
        responses: {
          200: {
            description: text,
            headers: { 'X-A': { description: text, schema: { type: 'string', pattern: text } } },
            content: {
              'text/plain': {
                schema: { type: 'string' },
                examples: { [text]: { summary: text, value: text } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        description: text,
        properties: { [`p${text}`]: { type: 'string', const: text, title: text, default: text } },
      },
    },
  },
})

it('are visible in its pages', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const document = JSON.stringify(documentOf(text))
      const files = buildSite({
        root: '/',
        documents: { api: '/api.json' },
        read: () =>
          ({
            tree: JSON.parse(document),
            text: document,
            positionAt: () => ({ line: 1, column: 1 }),
            rangeAt: () => undefined,
          }) as never,
      })
      const pages = [...files].filter(([path]) => /\.(html|md|txt)$/.test(path))
      expect(pages.length).toBeGreaterThan(2)
      for (const [path, content] of pages) expect(CONTROLS.exec(String(content)), path).toBeNull()
    }),
    { numRuns: 25, seed: 26 },
  )
})
