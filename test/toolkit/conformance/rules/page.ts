/** Reads the page of a rule: its OpenAPI excerpt, its configuration, and its failing and passing exchanges. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Config, readConfig } from '../../../../src/toolkit/conformance/config/readConfig.ts'
import { type ContractDocument, documentOf } from '../../../../src/toolkit/openapi/index.ts'

export interface Message {
  headers: [name: string, value: string][]
  body: string
}

/** A request of a page with the response that follows it. */
export interface Step {
  method: string
  /** Path and query; a whole URL in a delivery, which the server sends to its client. */
  url: string
  request: Message
  response: Message & { status: number }
}

export interface ExamplePage {
  document: ContractDocument
  config: Config
  /** Arazzo descriptions. */
  workflows: { text: string; file: string }[]
  failing: Step[]
  passing: Step[]
}

export const RULE_PAGES = 'docs/reference/rules'

/** @returns undefined where the page has no exchanges that a test can run */
export function readExamplePage(rule: string): ExamplePage | undefined {
  const text = readFileSync(`${RULE_PAGES}/${rule}.md`, 'utf8')
  const blocks = new Map(
    [...text.matchAll(/^```(\w+ \w+)\n(.*?)^```$/gms)].map(([, info = '', content = '']) => [info, content]),
  )
  const [failing, passing] = ['http failing', 'http passing'].map((info) => stepsOf(blocks.get(info) ?? ''))
  if (failing === undefined || passing === undefined || failing.length === 0) return undefined
  const root = parse(blocks.get('yaml openapi') ?? '') as object
  const workflow = blocks.get('yaml arazzo')
  return {
    document: documentOf({ openapi: '3.1.0', info: { title: rule, version: '1' }, ...root }, `${rule}.yaml`),
    config: readConfig(blocks.get('yaml conform') ?? '{}', {
      env: {},
      readFile: (path) => readFileSync(path, 'utf8'),
    }),
    workflows: workflow === undefined ? [] : [{ text: workflow, file: `${rule}.arazzo.yaml` }],
    failing,
    passing,
  }
}

const REQUEST = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) ((?:https?:\/)?\/\S*)$/
const RESPONSE = /^HTTP\/1\.1 (\d{3})\b/

function stepsOf(text: string): Step[] {
  const steps: Step[] = []
  const bare = text.replaceAll(/^# .*\n/gm, '')
  for (const part of bare.split(/\n(?=(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (?:https?:\/)?\/\S*\n)/)) {
    const [request = '', response = ''] = part.split(/\n(?=HTTP\/1\.1 \d{3})/)
    const [, method, url] = REQUEST.exec(request.split('\n')[0] ?? '') ?? []
    const [, status] = RESPONSE.exec(response) ?? []
    if (method === undefined || url === undefined || status === undefined) continue
    steps.push({
      method,
      url,
      request: messageOf(request),
      response: { ...messageOf(response), status: Number(status) },
    })
  }
  return steps
}

export const isDelivery = ({ url }: Step): boolean => !url.startsWith('/')

/** Everything below the first line. */
function messageOf(text: string): Message {
  const [head = '', ...body] = text.trim().split('\n\n')
  const headers = head
    .split('\n')
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
  return { headers, body: body.join('\n\n') }
}
