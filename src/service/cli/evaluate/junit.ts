import type { Evaluation, EvaluationResult } from '../../../../generated/openapi.v1.ts'

/** The results as JUnit's XML, which every CI system reads: one suite, one test for each case. */
export function junit(evaluation: Evaluation, results: readonly EvaluationResult[]): string {
  const { failed, errored } = evaluation.resultCounts
  const counts = { tests: results.length, failures: failed, errors: errored, time: seconds(results) }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    tag('testsuites', counts, [
      tag(
        'testsuite',
        { name: evaluation.name, ...counts, timestamp: evaluation.createdAt, id: evaluation.id },
        results.map((result) => testCase(evaluation, result)),
      ),
    ]),
    '',
  ].join('\n')
}

function testCase({ datasetId }: Evaluation, result: EvaluationResult): string {
  const { position, itemId, status, scores, error, output, expectedOutput } = result
  const attributes = { classname: datasetId, name: `case ${position} (${itemId})`, time: seconds([result]) }
  if (status === 'errored') {
    const type = error?.code ?? 'ERROR'
    return tag('testcase', attributes, [tag('error', { type, message: error?.message ?? '' })])
  }
  if (status === 'passed') return tag('testcase', attributes)
  const lost = scores.filter(({ passed }) => !passed).map(({ type, score }) => `${type} scored ${score}`)
  const received = output ?? ''
  const body = expectedOutput === null ? received : `Expected:\n${expectedOutput}\n\nReceived:\n${received}`
  const failure = tag('failure', { type: 'FAILED', message: lost.join(', ') }, [inXml(body)])
  return tag('testcase', attributes, [failure])
}

const seconds = (results: readonly EvaluationResult[]): string =>
  (results.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0) / 1000).toFixed(3)

function tag(
  name: string,
  attributes: Record<string, string | number>,
  content: readonly string[] = [],
): string {
  const fields = Object.entries(attributes).map(([key, value]) => ` ${key}="${inXml(String(value))}"`)
  const head = `<${name}${fields.join('')}`
  return content.length === 0 ? `${head}/>` : `${head}>${content.join('\n')}</${name}>`
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** Characters that XML 1.0 has no place for, in any form, become U+FFFD. */
const inXml = (text: string): string =>
  text
    .replace(/[<>&"]/g, (character) => entities[character] ?? character)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
