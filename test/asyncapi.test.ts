/** A second opinion on the document of the events, by the parser of AsyncAPI's own makers. */
import { readFileSync } from 'node:fs'
import { Parser } from '@asyncapi/parser'
import { expect, it } from 'vitest'

it('the document of the events is one that the AsyncAPI parser accepts, with all 17 messages', async () => {
  const { document, diagnostics } = await new Parser().parse(readFileSync('generated/asyncapi.json', 'utf8'))
  const errors = diagnostics.filter(({ severity }) => severity === 0)
  expect(errors.map(({ code, message, path }) => `${code} at ${path.join('/')}: ${message}`)).toEqual([])
  expect(document?.version()).toBe('3.0.0')
  expect(
    document
      ?.allMessages()
      .all()
      .map((message) => message.name()),
  ).toHaveLength(17)
}, 60_000)
