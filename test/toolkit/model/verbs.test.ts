/** Operations that are a verb and a noun. */
import { expect, it } from 'vitest'
import { procedureOf } from '../../../src/toolkit/model/verbs.ts'

const rows: [path: string, found: string | undefined][] = [
  ['/admin/create-user', 'create user'],
  ['/organization/create', 'create organization'],
  ['/users.list', 'other user'],
  ['/conversations.create', 'create conversation'],
  ['/createAuthor', 'create author'],
  ['/deleteGroup', 'remove group'],
  ['/admin/set-role', 'other role'],
  ['/invite-member', 'create member'],
  ['/team/invite', 'other team'],
  ['/groups.invite', 'other group'],
  ['/users', undefined],
  ['/users/{id}/archive', undefined],
  ['/address', undefined],
]

it.each(rows)('%s', (path, found) => {
  const procedure = procedureOf(path)
  expect(procedure && `${procedure.does} ${procedure.noun}`).toBe(found)
})
