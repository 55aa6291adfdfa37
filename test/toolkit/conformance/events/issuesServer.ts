/** A third-party server with webhooks in GitHub's manner; right, or with one fault. */
import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type EventServer, listen } from './listen.ts'
import { bodyOf } from './ordersServer.ts'

export const issueFaults = [
  'signs-what-it-writes-again',
  'signs-with-a-secret-of-its-own',
  'names-another-event',
  'sends-the-old-title',
  'sends-labels-to-issues',
  'follows-redirects',
  'sends-a-form',
  'tries-failures-again',
  'leaves-the-number-out',
  'sends-every-event-twice',
] as const
export type IssueFault = (typeof issueFaults)[number]

interface Hook {
  id: number
  events: string[]
  config: { url: string; secret?: string }
}

export async function startIssues(fault?: IssueFault): Promise<EventServer> {
  const issues = new Map<number, Record<string, unknown>>()
  const labels = new Set<string>()
  const hooks = new Map<number, Hook>()
  let made = 0

  const raise = (
    event: 'issues' | 'label',
    payload: { action: string; issue?: unknown; label?: unknown },
  ) => {
    for (const hook of hooks.values()) {
      const wanted = hook.events.includes(event) || (fault === 'sends-labels-to-issues' && event === 'label')
      if (!wanted) continue
      void send(hook, event, payload, randomUUID())
      if (fault === 'sends-every-event-twice') void send(hook, event, payload, randomUUID())
    }
  }

  const send = async (
    hook: Hook,
    event: string,
    payload: object,
    delivery: string,
    nth = 1,
  ): Promise<void> => {
    const text = JSON.stringify(payload)
    const body = fault === 'sends-a-form' ? new URLSearchParams({ payload: text }).toString() : text
    const signed = fault === 'signs-what-it-writes-again' ? JSON.stringify(payload, null, 1) : body
    const secret = fault === 'signs-with-a-secret-of-its-own' ? 'the-secret' : (hook.config.secret ?? '')
    const headers = {
      'content-type': fault === 'sends-a-form' ? 'application/x-www-form-urlencoded' : 'application/json',
      'x-github-event': fault === 'names-another-event' && event === 'label' ? 'labels' : event,
      'x-github-delivery': delivery,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`,
    }
    const redirect = fault === 'follows-redirects' ? 'follow' : 'manual'
    const status = await fetch(hook.config.url, { method: 'POST', headers, body, redirect })
      .then((response) => response.arrayBuffer().then(() => response.status))
      .catch(() => 0)
    if (fault === 'tries-failures-again' && status >= 500 && nth === 1 && hooks.has(hook.id))
      await send(hook, event, payload, delivery, 2)
  }

  const shown = (issue: Record<string, unknown>) => {
    if (fault !== 'leaves-the-number-out') return issue
    const { number: _, ...rest } = issue
    return rest
  }

  const response = async (request: IncomingMessage): Promise<[status: number, body?: unknown]> => {
    const [, collection = '', id = ''] = decodeURIComponent(request.url ?? '').split('/')
    const body = await bodyOf(request)
    if (collection === 'issues' && id === '') {
      if (typeof body?.title !== 'string' || body.title === '') return [422]
      const issue = {
        number: ++made,
        title: body.title,
        body: typeof body.body === 'string' ? body.body : null,
        state: 'open',
        updated_at: new Date().toISOString(),
      }
      issues.set(issue.number, issue)
      raise('issues', { action: 'opened', issue: shown(issue) })
      return [201, issue]
    }
    if (collection === 'issues') {
      const issue = issues.get(Number(id))
      if (issue === undefined) return [404]
      if (request.method === 'GET') return [200, issue]
      if (Object.values(body ?? {}).some((value) => typeof value !== 'string')) return [422]
      const changed = { ...issue, ...body, updated_at: new Date().toISOString() }
      issues.set(Number(id), changed)
      const reported = fault === 'sends-the-old-title' ? { ...changed, title: issue.title } : changed
      raise('issues', { action: 'edited', issue: shown(reported) })
      return [200, changed]
    }
    if (collection === 'labels' && request.method === 'POST') {
      if (typeof body?.name !== 'string' || body.name === '') return [422]
      labels.add(body.name)
      raise('label', { action: 'created', label: { name: body.name } })
      return [201, { name: body.name }]
    }
    if (collection === 'labels') return [labels.delete(id) ? 204 : 404]
    if (request.method === 'DELETE') return [hooks.delete(Number(id)) ? 204 : 404]
    const config = body?.config as Hook['config'] | undefined
    if (typeof config?.url !== 'string') return [422]
    const hook: Hook = { id: ++made, events: (body?.events as string[]) ?? ['issues'], config }
    hooks.set(hook.id, hook)
    return [201, { id: hook.id }]
  }

  return listen(response)
}
