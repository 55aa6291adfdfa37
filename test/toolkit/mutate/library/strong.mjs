/** Checks what responses contain and what is stored. */
import { assert, call, library } from './client.mjs'

const titles = async (query) => {
  const { status, headers, body } = await call('GET', `/books${query}`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type'), /^application\/json/)
  for (const one of body.items)
    assert.deepEqual(Object.keys(one).sort().join(), one.year ? 'author,id,title,year' : 'author,id,title')
  return { titles: body.items.map(({ title }) => title), total: body.total, body }
}
const rejected = ({ status, headers, body }, expected, code) => {
  assert.deepEqual({ status, code: body.code }, { status: expected, code })
  assert.match(headers.get('content-type'), /^application\/json/)
  assert.ok(body.message.length > 20 && body.message.endsWith('.'))
}

const emma = await call('POST', '/books', { body: { title: 'Emma', author: 'Austen', year: 1815 } })
assert.equal(emma.status, 201)
assert.match(emma.headers.get('content-type'), /^application\/json/)
const { id } = emma.body
assert.deepEqual(emma.body, { id, title: 'Emma', author: 'Austen', year: 1815 })
assert.equal(emma.headers.get('location'), `/v1/books/${id}`)
assert.deepEqual((await titles('')).body, { items: [emma.body], total: 1 })
await call('POST', '/books', { body: { title: 'Persuasion', author: 'Austen' } })
await call('POST', '/books', { body: { title: 'Dune', author: 'Herbert', year: 1965 } })
rejected(await call('POST', '/books', { body: { title: '' } }), 400, 'invalid_book')
rejected(await call('POST', '/books', { body: { title: 'Dune', author: 'Herbert' } }), 409, 'title_taken')
rejected(
  await call('POST', '/books', { key: `reader-${library}`, body: { title: 'It', author: 'King' } }),
  403,
  'read_only',
)
assert.deepEqual((await titles('')).titles, ['Emma', 'Persuasion', 'Dune'])
assert.deepEqual((await titles('?author=Austen')).titles, ['Emma', 'Persuasion'])
assert.deepEqual((await titles('?sort=-title&limit=2')).titles, ['Persuasion', 'Emma'])
const last = await titles('?offset=2')
assert.deepEqual([last.titles, last.total], [['Dune'], 3])
rejected(await call('GET', '/books?limit=0'), 400, 'invalid_limit')
rejected(await call('GET', '/books', { key: '' }), 401, 'no_key')
const shown = await call('GET', `/books/${id}`)
assert.equal(shown.status, 200)
assert.match(shown.headers.get('content-type'), /^application\/json/)
assert.deepEqual(shown.body, emma.body)
const updated = await call('PATCH', `/books/${id}`, { body: { title: 'Emma II', year: 1816 } })
assert.equal(updated.status, 200)
assert.match(updated.headers.get('content-type'), /^application\/json/)
assert.deepEqual(updated.body, { ...emma.body, title: 'Emma II', year: 1816 })
assert.deepEqual((await call('GET', `/books/${id}`)).body, updated.body)
rejected(await call('GET', `/books/${id}`, { key: 'writer-other' }), 404, 'not_found')
assert.equal((await call('DELETE', `/books/${id}`)).status, 204)
rejected(await call('GET', `/books/${id}`), 404, 'not_found')
assert.deepEqual((await titles('')).titles, ['Persuasion', 'Dune'])
