/** All prose of the repository follows the style guide. */
import { describe, expect, it, test } from 'vitest'
import { findingsOfFile, prosePaths } from '../../scripts/prose/files.ts'

test('no file has a finding', { timeout: 120_000 }, () => {
  const lines = prosePaths()
    .flatMap((path) => findingsOfFile(path))
    .map(({ path, line, rule, words, advice }) => `${path}:${line}: ${rule}: "${words}" (${advice})`)
  expect(lines.join('\n')).toBe('')
})

const found = (path: string, text: string): string[] =>
  findingsOfFile(path, text).map(({ line, rule }) => `${line} ${rule}`)

describe('the rules', () => {
  it.each<[string, string, string[]]>([
    ['a verb of the glossary', 'The server answers with 404.', ['1 answer']],
    ['the same verb in code and quotes', 'The `answers` of "the answers" are `x.answer`.', []],
    ['a part of a name', 'Set x-answer, /answers/1 and answer_count in answers.json.', []],
    ['keep-alive', 'Use keep-alive connections.', []],
    ['a refused connection', 'The connection was refused.', []],
    ['a refused request', 'The request was refused.', ['1 refuse']],
    ['a member of an organization', 'Members of an organization have roles.', []],
    ['a member of an object', 'Each member has a value.', ['1 member']],
    ['time that a step takes', 'It takes 3 ms and takes effect.', []],
    ['the second line', 'One line.\nThe run goes on.', ['2 go on']],
    ['a headless heading', '# What is stored\n\nText.', ['1 headless']],
    ['a question', '# What does it delete?\n\nText.', []],
    ['a headless subject', 'First.\n\nWhoever calls it gets 401.', ['3 nobody', '3 headless']],
    ['a headless object', 'It is for who calls.', ['1 headless']],
    ['a relative clause', 'Users who sign in get a session.', []],
    ['negation', 'This is no JSON.', ['1 is no']],
    ['the lack of a resource', 'There is no limit, and it is no longer used.', []],
    [
      'an entry of a list',
      '- one\n- two\n\n  The tool tells it.\n- three stands here',
      ['4 tell', '5 stand'],
    ],
    ['a cell', '| A | B |\n| --- | --- |\n| x | kept |', ['3 keep']],
    ['two semicolons', 'One; two; three.', ['1 semicolons']],
    ['a long sentence', `${'word '.repeat(31)}end.`, ['1 long sentence']],
    ['30 words, code counted as one', `${'word '.repeat(29)}\`a b c d\`.`, []],
    ['history', 'At first it was slow.', ['1 history']],
    ['code blocks', '```sh\nanswer it\n```\n', []],
  ])('find %s in Markdown', (_, text, want) => {
    expect(found('docs/page.md', text)).toEqual(want)
  })

  it.each<[string, string, string[]]>([
    ['comments', '/**\n * One.\n * It answers.\n */\nconst a = 1 // what is told\n', ['3 answer', '5 tell']],
    ['lines of comments as one', '// It has\n// answers.\n', ['2 answer']],
    [
      'instructions to tools',
      '// biome-ignore a/b: it answers\n// @ts-expect-error it answers\n/// it answers\n',
      [],
    ],
    ['comments that mention such tools', '// eslint answers\nf()\n/* @ts- answers */\n', ['1 answer']],
    ['comments below an instruction', '// biome-ignore a/b: c\n// It answers.\n', ['2 answer']],
    ['examples and code in comments', '/**\n * Adds.\n * @example answer(1)\n */\n//     answer it\n', []],
    ['strings', "fail('The server answers late')", ['1 answer']],
    [
      'templates',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
      'fail(`The ${name} answers ${x ? `with a ${y} refusal` : 1} now`)',
      ['1 refuse', '1 answer'],
    ],
    ['words that are no sentence', "const kind = 'answer'", []],
    ['SQL', "db.run('SELECT held FROM kept')", []],
    ['regular expressions', 'const A = /a "/; const b = c / d; f("it is told /")', ['1 tell']],
    ['names', 'const keptRows = 1\nfunction f(answer: string) {}\n', ['1 name', '2 name']],
    ['names of limits', 'const MOST_PAGES = 5', ['1 name']],
    [
      'parameters of arrows',
      'rows.map((answer, { kept }, [held] = x) => 1)\nf(told => g((taken)))',
      ['1 name', '1 name', '1 name', '2 name'],
    ],
    [
      'parameters of arrows in patterns, and with a type',
      'f(({ value: answer }) => 1)\nconst g = (held): number => 1',
      ['1 name', '2 name'],
    ],
    ['no arguments as parameters of arrows', 'f((a = f(answer), b = [held]) => 1)\na ? f(kept) : b => 1', []],
    ['names of generators', 'function* keptRows() {}', ['1 name']],
  ])('find %s in code', (_, text, want) => {
    expect(found('src/x.ts', text)).toEqual(want)
  })

  it('find descriptions in documents, not data', () => {
    const text = [
      'info:',
      '  title: API',
      '  description: |',
      '    First.',
      '    It is told.',
      'components:',
      '  schemas:',
      '    A:',
      '      properties:',
      '        value: { description: It answers. }',
      '      example: { description: It answers. }',
    ].join('\n')
    expect(found('openapi/x.yaml', text)).toEqual(['5 tell', '10 answer'])
  })
})

describe('every surface', () => {
  it.each([
    ['help', 'src/toolkit/cli/mock.ts', "const summary = 'Serves what the document tells.'"],
    ['messages', 'src/toolkit/openapi/load.ts', "fail('The server refused this document.')"],
    ['pages', 'src/toolkit/docs/menu.ts', "const title = 'The answers of this operation'"],
    ['rules', 'src/toolkit/conformance/rules/lists/x.ts', "const title = 'A list must tell its total'"],
    ['API descriptions', 'openapi/v1/openapi.yaml', 'info:\n  description: It answers with a list.'],
    ['README', 'README.md', 'The tool tells it.'],
    ['user docs', 'docs/start/ci.md', 'The tool tells it.'],
    ['user docs', 'docs/service/webhooks.md', 'The tool tells it.'],
    ['internal docs', 'docs/internals/map.md', 'The tool tells it.'],
    ['changelog', 'CHANGELOG.md', '- It tells the page.'],
    ['comments', 'src/x.ts', '// It tells the page.'],
    ['names', 'src/x.ts', 'const keptRows = 1'],
    ['tests', 'test/x.test.ts', '// It tells the page.'],
  ])('is checked: %s', (surface, path, text) => {
    expect(findingsOfFile(path, text)).toEqual([expect.objectContaining({ surface })])
  })
})
