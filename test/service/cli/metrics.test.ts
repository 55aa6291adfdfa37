/** `serve --metrics-port`: the metrics, their form, and their clients. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { flags } from '../../../src/service/cli/serve/flags.ts'
import { readOptions } from '../../../src/service/cli/serve/options.ts'
import { parseFlags } from '../../../src/toolkit/cli/program/commander.ts'
import { parseMetrics, total } from '../../harness/prometheus.ts'
import { temporaryDirectory } from '../storage/temporaryDirectory.ts'
import { program, serve } from './program.ts'

vi.setConfig({ testTimeout: 60_000 })

test.each([
  [['--metrics-host', '0.0.0.0'], '--metrics-host needs --metrics-port.'],
  [['--metrics-port', '70000'], '--metrics-port received "70000"; expected a whole number from 0 to 65535.'],
  [['--metrics-port', '8444'], '--development-port and --metrics-port are both 8444; expected two ports.'],
])('serve %j is refused', (words, message) => {
  expect(() => readOptions(parseFlags(words, flags), {})).toThrow(message)
})

test('one scrape tells of requests, jobs, deliveries, commits and the process, and of nobody', async () => {
  const directory = join(temporaryDirectory(), 'data')
  const allowed = ['--webhook-allow', '127.0.0.0/8']
  const served = await serve(directory, '--metrics-port', '0', ...allowed)
  const [, url = ''] = /metrics +(http:\S+)/.exec(served.output.stdout) ?? []
  const scrape = async () => {
    const reply = await fetch(url)
    return { response: reply, families: parseMetrics(await reply.text()) }
  }

  const hook = { url: 'https://127.0.0.1:1/hook', events: ['prompt.created'] }
  const statuses: number[] = []
  const ask = async (...asked: Parameters<typeof served.ask>) => {
    const { status, body } = await served.ask(...asked)
    statuses.push(status)
    return body as { id: string }
  }
  await ask('/webhooks', { method: 'POST', body: hook })
  const { id } = await ask('/prompts', { method: 'POST', body: { name: 'Acme secrets', content: 'x' } })
  for (let time = 0; time < 3; time++) await ask(`/prompts/${id}`)
  await ask('/prompts', { method: 'POST', body: { name: 'x' } })
  await ask('/prompts', { key: 'svc_test_wrong' })
  await ask(`/nothing/${id}`)
  await ask('/prompts', { method: 'PUT', body: {} })
  await ask('/prompts', { environment: 'production' })
  expect(statuses).toEqual([201, 201, 200, 200, 200, 400, 401, 404, 405, 200])
  const { port } = new URL(served.credentials.development?.baseUrl ?? '')
  await responseOf(plainRequest({ port, path: `/v1/prompts/${id}` })) // rejected, because it is not TLS
  const rebound = plainRequest(url, { headers: { Host: 'evil.example' } })
  expect((await responseOf(rebound)).status).toBe(421)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  await once(socket.end('NONSENSE\r\n\r\n').resume(), 'close')
  await vi.waitFor(
    async () => {
      const failed = { environment: 'development', outcome: 'failed' }
      expect(total((await scrape()).families, 'prompt_service_deliveries_total', failed)).toBe(1)
    },
    { timeout: 10_000, interval: 100 },
  )

  const { response: reply, families } = await scrape()
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const development = { environment: 'development' }
  const table: [name: string, labels: Record<string, string>, want: unknown][] = [
    ['http_requests_total', { operation: 'createWebhook', method: 'POST', status: '201' }, 1],
    ['http_requests_total', { operation: 'createPrompt', method: 'POST', status: '201' }, 1],
    ['http_requests_total', { operation: 'createPrompt', method: 'POST', status: '400' }, 1],
    ['http_requests_total', { operation: 'getPrompt', method: 'GET', status: '200' }, 3],
    ['http_requests_total', { operation: 'listPrompts', method: 'GET', status: '401' }, 1],
    ['http_requests_total', { operation: 'none', method: 'GET', status: '404' }, 1],
    ['http_requests_total', { operation: 'none', method: 'PUT', status: '405' }, 1],
    ['http_requests_total', { operation: 'none', method: 'GET', status: '403' }, 1],
    ['http_requests_total', { operation: 'none', method: 'other', status: '400' }, 1],
    ['http_requests_total', {}, 11],
    ['http_requests_total', { environment: 'production', operation: 'listPrompts', status: '200' }, 1],
    ['http_request_duration_seconds_count', { operation: 'getPrompt' }, 3],
    ['http_request_duration_seconds_sum', { operation: 'getPrompt' }, expect.any(Number)],
    ['http_requests_in_flight', {}, 0],
    ['deliveries_total', {}, 1],
    ['deliveries_total', { outcome: 'exhausted' }, 0],
    ['jobs_due', { kind: 'delivery' }, 0],
    ['jobs_oldest_due_age_seconds', { kind: 'delivery' }, 0],
    ['jobs_running', { kind: 'delivery' }, 0],
    ['commit_groups_total', {}, expect.any(Number)],
    ['database_connections', {}, undefined],
    ['processes', { environment: '' }, undefined],
  ]
  const reported = table.map(([name, labels]) => {
    const scoped = name === 'processes' ? labels : { ...development, ...labels }
    return [name, labels, total(families, `prompt_service_${name}`, scoped)]
  })
  expect(reported).toEqual(table)
  expect(total(families, 'prompt_service_processes')).toBe(1)
  const changes = total(families, 'prompt_service_commit_group_changes_total', development) ?? 0
  expect(changes).toBeGreaterThanOrEqual(
    total(families, 'prompt_service_commit_groups_total', development) ?? 0,
  )
  for (const name of [
    'process_cpu_seconds_total',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    expect(total(families, name), name).toBeGreaterThan(0)
  const labels = [...families.values()].flatMap(({ samples }) =>
    samples.flatMap((one) => Object.values(one.labels)),
  )
  const documented = new Set(
    readFileSync('docs/service/operations.md', 'utf8').match(/`prompt_service_\w+`/g),
  )
  const own = [...families.keys()].filter((name) => name.startsWith('prompt_service_'))
  expect(new Set(own.map((name) => `\`${name}\``))).toEqual(documented)
  // Names of operations, kinds and the like: nothing that a request brought, and nothing that has an owner.
  expect(labels.filter((value) => !/^[\w.+-]{1,40}$/.test(value) || /_[0-9a-z]{26}/.test(value))).toEqual([])

  const others: [method: string, path: string, status: number][] = [
    ['GET', '/metrics?name=x', 200],
    ['HEAD', '/metrics', 200],
    ['POST', '/metrics', 405],
    ['GET', '/', 404],
    ['GET', '/v1/prompts', 404],
  ]
  const { port: metricsPort } = new URL(url)
  const responses = await Promise.all(
    others.map(async ([method, path]) => {
      const { status, text } = await responseOf(plainRequest({ port: metricsPort, method, path }))
      if (method === 'HEAD') expect(text).toBe('')
      return [method, path, status]
    }),
  )
  expect(responses).toEqual(others)
  const publicly = request({ port, path: '/metrics', rejectUnauthorized: false })
  expect((await responseOf(publicly)).status).toBe(404)

  const ports = ['--production-port', '0', '--development-port', '0', '--data-dir', temporaryDirectory()]
  const second = program(['serve', ...ports, '--metrics-port', metricsPort])
  expect(await second.ended).toBe(1)
  expect(second.output.stderr).toContain(
    `Port ${metricsPort} on 127.0.0.1 is in use by another program; choose another with --metrics-port.`,
  )
  served.kill('SIGTERM')
  expect(await served.ended).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})

function responseOf(sent: ReturnType<typeof request>): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', async (response) => {
      let text = ''
      for await (const piece of response) text += String(piece)
      resolve({ status: response.statusCode, text })
    })
    sent.end()
  })
}
