/** Operations after which the credentials of the caller no longer work, or the server is gone. */
import { membersOf, requiredOf, viewOf } from '../schema/view.ts'
import type { Api, ApiOperation } from './api.ts'
import { lastSegment, leadsTo, ownerOfId, soundsLike, wordsOf } from './vocabulary.ts'

/**
 * Whether an operation ends the session or the account of the caller, or stops the server: `POST /logout`,
 * `POST /revoke-sessions`, `POST /account/delete`, `DELETE /me`, `POST /shutdown`. An operation that names a session or an account is about that one.
 */
export function endsRun({ document }: Pick<Api, 'document'>, operation: ApiOperation): boolean {
  const { method, path, body, inputs } = operation
  if (path.includes('{')) return false
  const last = lastSegment(path)
  if (leadsTo('end', last)) return true
  const before = path.split('/').at(-2) ?? ''
  const isEnding =
    method === 'DELETE'
      ? leadsTo('ownAccount', last)
      : method !== 'GET' && (leadsTo('ownEnd', last) || leadsTo('ownEnd', `${last}-${before}`))
  const required = [
    ...inputs.filter((one) => one.required && one.in === 'query').map(({ name }) => name),
    ...(body === undefined ? [] : requiredNames(document, body.schema)),
  ]
  return isEnding && !required.some(namesAnother)
}

/** Whether a required value names a user or a session, which need not be that of the caller. */
const namesAnother = (name: string): boolean =>
  ownerOfId(name) !== undefined || soundsLike('unique', name) || wordsOf(name).includes('token')

function requiredNames(
  document: Api['document'],
  schema: NonNullable<ApiOperation['body']>['schema'],
): string[] {
  const view = viewOf(document, schema)
  const required = requiredOf(view)
  return membersOf(view).flatMap(([name]) => (required.has(name) ? [name] : []))
}
