/** A change of one process is visible in the others immediately, and limits apply to all of them together. */
import { describe, expect, test } from 'vitest'
import type { ServingProcess } from '../harness/processes.ts'
import { withThreeProcesses } from './three.ts'

withThreeProcesses('requests to three processes on one database', (three) => {
  const { at, organization, statusesOf } = three

  test('of three first starts at once one makes the schema and the organization', async () => {
    const { organizations } = await three.processes.admin<{ organizations: object[] }>('organization', 'list')
    expect(organizations).toHaveLength(1)
  })

  test('a key that is revoked is refused at the next request everywhere', async () => {
    for (let round = 0; round < 3; round++) {
      const body = { name: 'Short-lived', scopes: ['prompts:read'] }
      const { body: made } = await at(round).ask('/v1/organization/api-keys', { method: 'POST', body })
      expect(await statusesOf('/v1/prompts', made.key)).toEqual([200, 200, 200])
      const path = `/v1/organization/api-keys/${made.id}`
      expect((await at(round + 1).ask(path, { method: 'DELETE' })).status).toBe(204)
      expect(await statusesOf('/v1/prompts', made.key)).toEqual([401, 401, 401])
    }
  })

  test('of requests that never cease none is let in that began after the revocation was acknowledged', async () => {
    for (let round = 0; round < 4; round++) {
      const body = { name: 'Busy', scopes: ['prompts:read'] }
      const make = async () =>
        (await at(round).ask('/v1/organization/api-keys', { method: 'POST', body })).body
      const [made, noise] = [await make(), await make()]
      let acknowledged = Number.POSITIVE_INFINITY
      const late: number[] = []
      let before = 0
      const use = async (process: ServingProcess) => {
        while (late.length < 30) {
          const began = performance.now()
          const { status } = await process.ask('/v1/prompts?limit=1', { key: made.key })
          if (began > acknowledged) late.push(status)
          else if (status === 200) before++
        }
      }
      const users = three.processes.all.flatMap((process) => [use(process), use(process)])
      await expect.poll(() => before).toBeGreaterThan(30)
      const remove = (id: string, by: number) =>
        at(by).ask(`/v1/organization/api-keys/${id}`, { method: 'DELETE' })
      // Another change of the same moment begins another generation.
      await Promise.all([remove(noise.id, round + 2), remove(made.id, round + 1)])
      acknowledged = performance.now()
      await Promise.all(users)
      expect([...new Set(late)]).toEqual([401])
    }
  })

  test('a token of one process is good at all, until its client is gone or the signing keys are replaced', async () => {
    const client = async () => {
      const body = { name: 'Robot', type: 'confidential', scopes: ['prompts:read'], redirectUris: [] }
      return (await at(0).ask('/v1/organization/oauth-clients', { method: 'POST', body })).body
    }
    const tokenOf = async ({ id, secret }: { id: string; secret: string }) => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const asked = { method: 'POST', body: form.toString(), key: '', headers }
      const { status, body } = await at(1).ask('/oauth/token', asked)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.access_token as string
    }
    const [one, other] = [await client(), await client()]
    const [tokenOfOne, tokenOfOther] = [await tokenOf(one), await tokenOf(other)]
    expect(await statusesOf('/v1/prompts', tokenOfOne)).toEqual([200, 200, 200])
    expect((await at(2).ask(`/v1/organization/oauth-clients/${one.id}`, { method: 'DELETE' })).status).toBe(
      204,
    )
    expect(await statusesOf('/v1/prompts', tokenOfOne)).toEqual([401, 401, 401])
    expect(await statusesOf('/v1/prompts', tokenOfOther)).toEqual([200, 200, 200])
    const revoked = await tokenOf(other)
    for (let time = 0; time < 2; time++)
      expect(await statusesOf('/v1/prompts', revoked)).toEqual([200, 200, 200])
    const revocation = new URLSearchParams({
      token: revoked,
      client_id: other.id,
      client_secret: other.secret,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = { method: 'POST', body: revocation, key: '', headers }
    expect((await at(2).ask('/oauth/revoke', asked)).status).toBe(200)
    expect(await statusesOf('/v1/prompts', revoked)).toEqual([401, 401, 401])
    expect(await statusesOf('/v1/prompts', tokenOfOther)).toEqual([200, 200, 200])
    await three.processes.admin('rotate-signing-key', '--now')
    expect(await statusesOf('/v1/prompts', tokenOfOther)).toEqual([401, 401, 401])
    const sets = await Promise.all(
      three.processes.all.map(
        async ({ ask }) => (await ask('/.well-known/jwks.json', { key: '' })).body.keys,
      ),
    )
    expect(sets[0]).toHaveLength(1)
    expect(sets).toEqual([sets[0], sets[0], sets[0]])
    expect(await statusesOf('/v1/prompts', await tokenOf(other))).toEqual([200, 200, 200])
  })

  describe('of 1,000 requests at once', () => {
    const flood = async (key: string, count = 1_000, expected = [200, 429]) => {
      const began = Date.now()
      const responses = await Promise.all(
        Array.from({ length: count }, (_, index) => at(index).ask('/v1/organization', { key })),
      )
      const statuses = responses.map(({ status }) => status)
      const allowed = responses.filter(({ status }) => status === 200)
      expect([...new Set(statuses)].toSorted()).toEqual(expected)
      return { allowed, began, took: Date.now() - began }
    }

    test('a plan that is changed counts from the next request on', async () => {
      const { key, organizationId } = await organization('enterprise')
      await flood(key, 30, [200])
      await three.processes.admin('plan', 'set', '--organization', organizationId, '--plan', 'free')
      const { allowed, took } = await flood(key, 300)
      expect(allowed.length).toBeLessThanOrEqual(10 + Math.floor(took / 1000))
    })

    test('Free takes ten, and one for each second that passes', async () => {
      const { key } = await organization('free')
      const { allowed, took } = await flood(key)
      expect(allowed.length).toBeGreaterThanOrEqual(10)
      expect(allowed.length).toBeLessThanOrEqual(10 + Math.floor(took / 1000))
    })

    test('a limit of 25 a day takes 25', async () => {
      const { key } = await organization('pro')
      const { allowed } = await flood(key)
      expect(allowed).toHaveLength(25)
      const left = allowed.map(({ headers }) => /"day";r=(\d+)/.exec(String(headers.ratelimit))?.[1])
      expect(left.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n))
      for (const { ask } of three.processes.all) {
        const { body } = await ask('/v1/organization', { key })
        expect(body.error.code).toBe('DAILY_QUOTA_EXCEEDED')
      }
    })

    test('a limit of 40 a minute takes 40 in each minute that they touch', async () => {
      const { key } = await organization('business')
      const { allowed, began } = await flood(key)
      const minutes = Math.floor(Date.now() / 60_000) - Math.floor(began / 60_000) + 1
      expect(allowed.length).toBeGreaterThanOrEqual(40)
      expect(allowed.length).toBeLessThanOrEqual(40 * minutes)
    })
  })

  test('requests with one idempotency key, at all of them at once, make one prompt', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `Once ${round}`
      const asked = {
        method: 'POST',
        body: { name, content: 'Hi.' },
        headers: { 'idempotency-key': `processes ${round}` },
      }
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, index) => at(index).ask('/v1/prompts', asked)),
      )
      const fresh = responses.filter(
        ({ status, headers }) => status === 201 && headers['idempotent-replayed'] === undefined,
      )
      expect(fresh).toHaveLength(1)
      for (const { status, body } of responses) {
        if (status === 201) expect(body.id).toBe(fresh[0]?.body.id)
        else expect(body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS')
      }
      const other = { ...asked, body: { name: 'Another', content: 'Hi.' } }
      expect((await at(round).ask('/v1/prompts', other)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED')
      const { body } = await at(2).ask(`/v1/prompts?name=${encodeURIComponent(name)}`)
      expect(body.prompts).toHaveLength(1)
    }
  })

  test('fifty publications of one prompt, at all of them at once, have fifty numbers', async () => {
    const { body } = await at(0).ask('/v1/prompts', {
      method: 'POST',
      body: { name: 'Many', content: 'Hi.' },
    })
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        at(index).ask(`/v1/prompts/${body.id}/versions`, { method: 'POST', body: { fromVersion: 1 } }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(201))
    const numbers = responses.map(({ body: { version } }) => version).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 2))
  })

  test('a message with a secret is shown once, by whichever process is asked', async () => {
    const { owner } = await organization('enterprise')
    const form = (fields: Record<string, string>) => ({
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      key: '',
    })
    const cookies: Record<string, string> = {}
    const browse: ServingProcess['ask'] = async (path, asked) => {
      const headers = {
        ...(asked?.method && { 'content-type': 'application/x-www-form-urlencoded' }),
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      }
      const one = at(Object.keys(cookies).length + visits++)
      const responded = await one.ask(path, { ...asked, key: '', headers })
      for (const text of [responded.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
        cookies[name] = value
      }
      return responded
    }
    let visits = 0
    const csrfIn = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const csrf = csrfIn((await browse('/oauth/sign-in')).body)
    const { email, password } = owner
    expect((await browse('/oauth/sign-in', form({ csrf, email, password }))).status).toBe(303)
    const settings = (await browse('/settings')).body
    const wanted = {
      csrf: csrfIn(settings),
      action: 'createApiKey',
      name: 'Of a page',
      scope: 'prompts:read',
    }
    const made = await browse('/settings', form(wanted))
    expect(made.status, made.body).toBe(303)
    const location = String(made.headers.location)
    const shown = (await browse(location)).body
    const [key = ''] = /svc_test_[0-9A-Za-z]{36}/.exec(shown) ?? []
    expect(await statusesOf('/v1/prompts', key)).toEqual([200, 200, 200])
    expect((await browse(location)).body).not.toContain(key)
  })

  test('wrong passwords are counted together', async () => {
    const { owner } = await organization('enterprise')
    const statuses: number[] = []
    // Each attempt after the tenth has to wait twice as long as the one before: 32 seconds at last.
    for (let attempt = 0; attempt < 16 && !statuses.includes(429); attempt++) {
      const one = at(attempt)
      const page = await one.ask('/oauth/sign-in', { key: '' })
      const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      const body = new URLSearchParams({ csrf, email: owner.email, password: `wrong ${attempt}` }).toString()
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
        'x-forwarded-for': '203.0.113.9',
      }
      statuses.push((await one.ask('/oauth/sign-in', { method: 'POST', key: '', body, headers })).status)
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(statuses.slice(10)).toContain(429)
  })
})
