/** One request in four languages, with nothing but what each brings along. */
import { isObject, type Json } from '../../openapi/document.ts'
import { plain, type SampleRequest } from './request.ts'
import { inShell, inTemplate, type Part, secretsOf } from './secrets.ts'

interface Sample {
  label: string
  /** For colours. */
  language: string
  text: string
}

export const samplesOf = (request: SampleRequest): Sample[] => [
  { label: 'curl', language: 'bash', text: curl(request) },
  { label: 'TypeScript', language: 'typescript', text: typescript(request) },
  { label: 'Python', language: 'python', text: python(request) },
  { label: 'Go', language: 'go', text: go(request) },
]

function curl(request: SampleRequest): string {
  const { method, url, body } = request
  const { own, headers, query } = secretsOf(request)
  const parts = [`curl ${query.length === 0 ? shell(url) : `"${url}${inShell(query)}"`}`]
  if (method === 'HEAD') parts[0] = parts[0]?.replace('curl', 'curl --head') ?? ''
  else if (method !== 'GET' && !(method === 'POST' && body !== undefined)) parts.push(`-X ${method}`)
  for (const { name, value, isBasic } of own)
    parts.push(isBasic ? `-u "${inShell(value)}"` : `-H "${name}: ${inShell(value)}"`)
  for (const [name, value] of headers) parts.push(`-H ${shell(`${name}: ${value}`)}`)
  if (body?.kind === 'json')
    parts.push(
      `-H ${shell(`Content-Type: ${body.type}`)}`,
      `-d ${shell(pretty(body.value).replaceAll('\n', '\n  '))}`,
    )
  if (body?.kind === 'form')
    for (const [name, value] of Object.entries(body.value as object))
      parts.push(`--data-urlencode ${shell(`${name}=${plain(value)}`)}`)
  if (body?.kind === 'multipart')
    for (const [name, value] of Object.entries(body.value as object))
      parts.push(`-F ${shell(`${name}=${plain(value)}`)}`)
  if (body?.kind === 'text')
    parts.push(`-H ${shell(`Content-Type: ${body.type}`)}`, `--data-binary ${shell(String(body.value))}`)
  if (body?.kind === 'binary') parts.push(`-H ${shell(`Content-Type: ${body.type}`)}`, '--data-binary @file')
  return parts.join(' \\\n  ')
}

function typescript(request: SampleRequest): string {
  const { method, url, body, json } = request
  const { own, headers, query } = secretsOf(request)
  const fields = own.map(({ name, value, isBasic }) =>
    isBasic
      ? `${key(name)}: \`Basic \${btoa(${value.map(({ variable }) => `process.env.${variable} ?? ''`).join('')})}\``
      : `${key(name)}: \`${inTemplate(value)}\``,
  )
  for (const [name, value] of headers) fields.push(`${key(name)}: ${quote(value)}`)
  if (body && ['json', 'text', 'binary'].includes(body.kind))
    fields.push(`'Content-Type': ${quote(body.type)}`)
  const options: string[] = method === 'GET' ? [] : [`method: '${method}'`]
  if (fields.length > 0) options.push(`headers: {\n    ${fields.join(',\n    ')},\n  }`)
  if (body?.kind === 'json') options.push(`body: JSON.stringify(${indent(script(body.value), 2)})`)
  if (body?.kind === 'form')
    options.push(`body: new URLSearchParams(${indent(script(strings(body.value)), 2)})`)
  if (body?.kind === 'multipart') options.push('body: form')
  if (body?.kind === 'text') options.push(`body: ${quote(String(body.value))}`)
  if (body?.kind === 'binary') options.push(`body: await readFile('file')`)
  const before: string[] = []
  if (body?.kind === 'binary') before.push("import { readFile } from 'node:fs/promises'", '')
  if (body?.kind === 'multipart') {
    before.push('const form = new FormData()')
    for (const [name, value] of Object.entries(body.value as object))
      before.push(`form.append(${quote(name)}, ${quote(plain(value))})`)
  }
  const address = query.length === 0 ? quote(url) : `\`${url}${inTemplate(query)}\``
  const call =
    options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n  ${options.join(',\n  ')},\n})`
  return [
    ...before,
    `const response = await ${call}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    json ? 'console.log(await response.json())' : 'console.log(response.status)',
  ].join('\n')
}

function python(request: SampleRequest): string {
  const { method, url, body, json } = request
  const { own, headers, query } = secretsOf(request)
  const imports = new Set(['urllib.request'])
  if (own.length + query.length > 0) imports.add('os')
  if (own.some(({ isBasic }) => isBasic)) imports.add('base64')
  const environment = (variable: string) => `os.environ["${variable}"]`
  const fields = own.map(({ name, value, isBasic }) => {
    const text = joined(value, ' + ', environment)
    return `${quoteTwice(name)}: ${isBasic ? `"Basic " + base64.b64encode(${text}.encode()).decode()` : text}`
  })
  for (const [name, value] of headers) fields.push(`${quoteTwice(name)}: ${quoteTwice(value)}`)
  const options = [`method="${method}"`]
  const before: string[] = []
  let data: string | undefined
  if (body?.kind === 'json') {
    imports.add('json')
    before.push(`body = ${literalOf(body.value)}`)
    data = 'json.dumps(body).encode()'
  }
  if (body?.kind === 'form') {
    imports.add('urllib.parse')
    before.push(`body = ${literalOf(strings(body.value))}`)
    data = 'urllib.parse.urlencode(body).encode()'
  }
  if (body?.kind === 'multipart') {
    const parts = Object.entries(body.value as object).map(
      ([name, value]) =>
        `--boundary\\r\\nContent-Disposition: form-data; name=\\"${name}\\"\\r\\n\\r\\n${quoteTwice(plain(value)).slice(1, -1)}\\r\\n`,
    )
    before.push('body = (', ...[...parts, '--boundary--\\r\\n'].map((part) => `    "${part}"`), ')')
    data = 'body.encode()'
  }
  if (body?.kind === 'text') data = `${quoteTwice(String(body.value))}.encode()`
  if (body?.kind === 'binary') data = 'open("file", "rb").read()'
  if (body && body.kind !== 'form')
    fields.push(
      `"Content-Type": ${quoteTwice(body.kind === 'multipart' ? 'multipart/form-data; boundary=boundary' : body.type)}`,
    )
  if (fields.length > 0) options.push(`headers={\n        ${fields.join(',\n        ')},\n    }`)
  if (data !== undefined) options.push(`data=${data}`)
  if (json) imports.add('json')
  const address = joined(withStart(url, query), ' + ', environment)
  return [
    ...[...imports].sort().map((name) => `import ${name}`),
    '',
    ...before,
    `request = urllib.request.Request(\n    ${address},\n    ${options.join(',\n    ')},\n)`,
    'with urllib.request.urlopen(request) as response:',
    json ? '    print(json.load(response))' : '    print(response.status)',
  ].join('\n')
}

function go(request: SampleRequest): string {
  const { method, url, body } = request
  const { own, headers, query } = secretsOf(request)
  const imports = new Set(['fmt', 'io', 'net/http'])
  if (own.length + query.length > 0) imports.add('os')
  if (own.some(({ isBasic }) => isBasic)) imports.add('encoding/base64')
  let data = 'nil'
  const before: string[] = []
  if (body?.kind === 'json' || body?.kind === 'text') {
    imports.add('strings')
    before.push(
      `body := strings.NewReader(${raw(body.kind === 'json' ? pretty(body.value) : String(body.value))})`,
    )
    data = 'body'
  }
  if (body?.kind === 'form') {
    imports.add('strings')
    imports.add('net/url')
    before.push('form := url.Values{}')
    for (const [name, value] of Object.entries(body.value as object))
      before.push(`form.Set(${quoteTwice(name)}, ${quoteTwice(plain(value))})`)
    data = 'strings.NewReader(form.Encode())'
  }
  if (body?.kind === 'multipart') {
    imports.add('bytes')
    imports.add('mime/multipart')
    before.push('var body bytes.Buffer', 'form := multipart.NewWriter(&body)')
    for (const [name, value] of Object.entries(body.value as object))
      before.push(`form.WriteField(${quoteTwice(name)}, ${quoteTwice(plain(value))})`)
    before.push('form.Close()')
    data = '&body'
  }
  if (body?.kind === 'binary') {
    imports.add('os')
    before.push('body, err := os.Open("file")', 'if err != nil {', '\tpanic(err)', '}')
    data = 'body'
  }
  const environment = (variable: string) => `os.Getenv("${variable}")`
  const set = own.map(({ name, value, isBasic }) => {
    const text = joined(value, '+', environment)
    const encoded = `"Basic "+base64.StdEncoding.EncodeToString([]byte(${text}))`
    return `request.Header.Set(${quoteTwice(name)}, ${isBasic ? encoded : text})`
  })
  for (const [name, value] of headers)
    set.push(`request.Header.Set(${quoteTwice(name)}, ${quoteTwice(value)})`)
  if (body)
    set.push(
      `request.Header.Set("Content-Type", ${body.kind === 'multipart' ? 'form.FormDataContentType()' : quoteTwice(body.type)})`,
    )
  const address = joined(withStart(url, query), '+', environment)
  const lines = [
    ...before,
    `request, err := http.NewRequest(${quoteTwice(method)}, ${address}, ${data})`,
    'if err != nil {',
    '\tpanic(err)',
    '}',
    ...set,
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\tpanic(err)',
    '}',
    'defer response.Body.Close()',
    'body, _ := io.ReadAll(response.Body)',
    'fmt.Println(response.Status, string(body))',
  ]
  // A raw string preserves indentation, so that its lines must not be indented.
  return `package main\n\nimport (\n${[...imports]
    .sort()
    .map((name) => `\t"${name}"`)
    .join('\n')}\n)\n\nfunc main() {\n${lines.map((line) => `\t${line}`).join('\n')}\n}`
}

/** A text with secrets as an expression of Python or Go. */
const joined = (parts: readonly Part[], plus: string, environment: (variable: string) => string): string =>
  parts
    .map(({ text, variable }) => (variable === undefined ? quoteTwice(text) : environment(variable)))
    .join(plus)

const withStart = (text: string, [first, ...rest]: readonly Part[]): Part[] =>
  first === undefined ? [{ text }] : [{ text: text + first.text }, ...rest]

const pretty = (value: Json): string => JSON.stringify(value, null, 2)

/** Quotes a string for a POSIX shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** Double quotes, as JSON, Python and Go have them; Python and Go know the escapes of JSON. */
const quoteTwice = (text: string): string => JSON.stringify(text)

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

/** A raw string of Go, or an interpreted one where the text has a backtick. */
const raw = (text: string): string => (text.includes('`') ? quoteTwice(text) : `\`${text}\``)

const strings = (value: Json): Json =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) : {}

const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** A value as JavaScript writes it. */
function script(value: Json, depth = 0): string {
  const pad = '  '.repeat(depth + 1)
  const end = '  '.repeat(depth)
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((one) => `${pad}${script(one, depth + 1)},\n`).join('')}${end}]`
  if (!isObject(value)) return String(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${pad}${key(name)}: ${script(one, depth + 1)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${end}}`
}

/** A value as Python writes it. */
function literalOf(value: Json, depth = 0): string {
  const pad = '    '.repeat(depth + 1)
  const end = '    '.repeat(depth)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((one) => `${pad}${literalOf(one, depth + 1)},\n`).join('')}${end}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${pad}${quoteTwice(name)}: ${literalOf(one, depth + 1)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${end}}`
}
