/** The common code of the settings page's tests. */
import { fieldIn, type Visitor } from '../features/oauth/visitor.ts'

/** Sends a form of the page; returns the page that follows. */
export const act = async (visitor: Visitor, fields: Record<string, string>) => {
  const csrf = fieldIn(await visitor.get('/settings'), 'csrf')
  const response = await visitor.post('/settings', { csrf, ...fields })
  return response.status === 303 ? visitor.get(response.header('location') ?? '') : response
}
export const secretIn = (page: { body: Buffer }) =>
  /<code>([^<]+)<\/code>/.exec(page.body.toString())?.[1] ?? ''
