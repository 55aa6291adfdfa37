/** Checks statuses only. */
import { assert, call } from './client.mjs'

const emma = await call('POST', '/books', { body: { title: 'Emma', author: 'Austen', year: 1815 } })
assert.equal(emma.status, 201)
const { id } = emma.body
assert.equal((await call('POST', '/books', { body: { title: 'Persuasion', author: 'Austen' } })).status, 201)
assert.equal(
  (await call('POST', '/books', { body: { title: 'Dune', author: 'Herbert', year: 1965 } })).status,
  201,
)
assert.equal((await call('POST', '/books', { body: { title: '' } })).status, 400)
assert.equal((await call('GET', '/books?author=Austen')).status, 200)
assert.equal((await call('GET', '/books?sort=-title&limit=2')).status, 200)
assert.equal((await call('GET', '/books?offset=2')).status, 200)
assert.equal((await call('GET', '/books?limit=0')).status, 400)
assert.equal((await call('GET', '/books', { key: '' })).status, 401)
assert.equal((await call('GET', `/books/${id}`)).status, 200)
assert.equal((await call('PATCH', `/books/${id}`, { body: { title: 'Emma II' } })).status, 200)
assert.equal((await call('GET', `/books/${id}`)).status, 200)
assert.equal((await call('DELETE', `/books/${id}`)).status, 204)
assert.equal((await call('GET', `/books/${id}`)).status, 404)
