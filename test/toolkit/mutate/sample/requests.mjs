/**
 * Requests to the sample of `specwright init`, run in its folder. Checks statuses; with `--match`, each response as
 * `toMatchApi` does.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const own = createRequire(`${process.cwd()}/package.json`)
const matchers = {}
if (process.argv.includes('--match')) {
  const { useApi } = await import(pathToFileURL(own.resolve('specwright/jest')))
  useApi({ extend: (all) => Object.assign(matchers, all) }, 'openapi/openapi.yaml')
}
const key = readFileSync('development.key', 'utf8').trim()

async function call(method, path, body, authorization = `Bearer ${key}`) {
  const response = await fetch(process.env.API_URL + path, {
    method,
    headers: { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { pass = true, message } =
    (await matchers.toMatchApi?.(response.clone(), { method, url: path })) ?? {}
  assert.ok(pass, message?.())
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const expectStatus = async (expected, ...request) => {
  const { status, body } = await call(...request)
  assert.equal(status, expected)
  return body
}

const { id } = await expectStatus(201, 'POST', '/tasks', { title: 'Write a test' })
await expectStatus(201, 'POST', '/tasks', { title: 'Read a test' })
await expectStatus(400, 'POST', '/tasks', { title: '' })
await expectStatus(401, 'GET', '/tasks', undefined, '')
await expectStatus(200, 'GET', '/tasks')
await expectStatus(200, 'GET', '/tasks?done=true&limit=1')
await expectStatus(200, 'GET', `/tasks/${id}`)
await expectStatus(200, 'PATCH', `/tasks/${id}`, { done: true })
await expectStatus(204, 'DELETE', `/tasks/${id}`)
await expectStatus(404, 'GET', `/tasks/${id}`)
