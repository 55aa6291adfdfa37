/** Prose follows the style guide: new text is clean, and what is not clean yet becomes less. */
import { describe, expect, it, test } from 'vitest'
import { type FileFinding, findingsOfFile, prosePaths } from '../../scripts/prose/files.ts'
import { countFindings, excessFindings, grownTotals, readRatchet } from '../../scripts/prose/ratchet.ts'

test('no file has more findings than its counts allow', { timeout: 120_000 }, () => {
  const findings = prosePaths().flatMap((path) => findingsOfFile(path))
  const excess = excessFindings(findings, readRatchet())
  const lines = excess.map(
    ({ path, line, rule, words, advice }) => `${path}:${line}: ${rule}: "${words}" (${advice})`,
  )
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

describe('the counts', () => {
  const finding = (path: string, rule: string): FileFinding => ({
    path,
    rule,
    line: 1,
    words: '',
    advice: '',
    surface: 'messages',
  })

  it('allow as many findings of a rule as a file had', () => {
    const two = [finding('a', 'say'), finding('a', 'say')]
    expect(excessFindings(two, { a: { say: 2 } }, new Set())).toEqual([])
    expect(excessFindings(two, { a: { say: 1, thing: 1 } }, new Set())).toEqual(two)
    expect(excessFindings(two, {}, new Set())).toEqual(two)
  })

  it('allow none on a clean surface', () => {
    const one = [finding('a', 'say')]
    expect(excessFindings(one, { a: { say: 1 } }, new Set(['messages']))).toEqual(one)
  })

  it.each([
    ['help', 'src/toolkit/cli/mock.ts', "const summary = 'Serves what the document tells.'"],
    ['messages', 'src/toolkit/openapi/load.ts', "fail('The server refused this document.')"],
    ['pages', 'src/toolkit/docs/menu.ts', "const title = 'The answers of this operation'"],
    ['rules', 'src/toolkit/conformance/rules/lists/x.ts', "const title = 'A list must tell its total'"],
    ['API descriptions', 'openapi/v1/openapi.yaml', 'info:\n  description: It answers with a list.'],
    ['README', 'README.md', 'The tool tells it.'],
    ['start pages', 'docs/start/ci.md', 'The tool tells it.'],
    ['how-to guides', 'docs/how-to/docker.md', 'The tool tells it.'],
    ['reference', 'docs/reference/reports.md', 'The tool tells it.'],
    ['guides of the service', 'docs/service/webhooks.md', 'The tool tells it.'],
    ['changelog', 'CHANGELOG.md', '- It tells the page.'],
  ])('allow none in %s, whatever the file had', (_, path, text) => {
    const planted = findingsOfFile(path, text)
    expect(planted).toHaveLength(1)
    expect(excessFindings(planted, countFindings(planted))).toEqual(planted)
  })

  it('only fall in all', () => {
    const before = countFindings([finding('a', 'tell'), finding('a', 'hold')])
    expect(grownTotals(before, countFindings([finding('b', 'tell')]))).toEqual([])
    expect(grownTotals(before, countFindings([finding('b', 'tell'), finding('a', 'tell')]))).toEqual([
      'tell: 1 → 2',
    ])
  })
})
