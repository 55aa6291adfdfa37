/** The lists of the settings page, each with its own place in the address. */
import type { ApiKey, Member, OAuthClient, Subscription } from '../../../generated/openapi.v1.ts'
import { type GivenGrant, listGivenGrants } from '../features/oauth/queries.ts'
import type { Caller } from '../server/handler.ts'
import { mayCall } from '../server/inProcess.ts'
import { type Form, parseForm } from '../syntax/form.ts'
import { fieldOf, type PageRequest } from './page.ts'

export type DashboardCaller = Omit<Caller, 'credentialId'>

/** The names that cursors have in the address, which are those of the sections too. */
const LISTS = ['keys', 'applications', 'members', 'allowed'] as const
export type ListName = (typeof LISTS)[number]

export interface Listed<Row> {
  rows: readonly Row[]
  /** Where the next page begins. */
  next: string | null
  /** Whether there is a page before. */
  isLater: boolean
}

/** The lists of the page; undefined where the operation is not for this caller. */
export interface SettingsLists {
  subscription: Subscription | undefined
  keys: Listed<ApiKey> | undefined
  applications: Listed<OAuthClient> | undefined
  members: Listed<Member> | undefined
  allowed: Listed<GivenGrant>
}

const PAGE_ROWS = 100

/** @throws ApiError VALIDATION_ERROR for an invalid cursor */
export async function readLists(page: PageRequest, caller: DashboardCaller): Promise<SettingsLists> {
  const { call, context } = page
  const query = parseForm(page.search)
  const at = (cursor: string | undefined) => ({
    query: { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) },
  })
  return {
    subscription: mayCall('getSubscription', caller)
      ? (await call('getSubscription', caller)).body
      : undefined,
    keys: mayCall('listApiKeys', caller)
      ? await listed(query, 'keys', async (cursor) => {
          const { apiKeys, nextCursor } = (await call('listApiKeys', caller, at(cursor))).body
          return { rows: apiKeys.filter(({ status }) => status === 'active'), nextCursor }
        })
      : undefined,
    applications: mayCall('listOAuthClients', caller)
      ? await listed(query, 'applications', async (cursor) => {
          const { oauthClients, nextCursor } = (await call('listOAuthClients', caller, at(cursor))).body
          return { rows: oauthClients, nextCursor }
        })
      : undefined,
    members: mayCall('listMembers', caller)
      ? await listed(query, 'members', async (cursor) => {
          const { members, nextCursor } = (await call('listMembers', caller, at(cursor))).body
          return { rows: members.filter(({ status }) => status !== 'removed'), nextCursor }
        })
      : undefined,
    allowed: await listed(query, 'allowed', async (cursor) => {
      const { grants, nextCursor } = await listGivenGrants(context, caller, { limit: PAGE_ROWS, cursor })
      return { rows: grants, nextCursor }
    }),
  }
}

/** One page of a list; continues as long as all that it found is over and not shown. */
async function listed<Row>(
  query: Form,
  name: ListName,
  read: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>,
): Promise<Listed<Row>> {
  const start = query.get(name)?.[0]
  let found = await read(start)
  while (found.rows.length === 0 && found.nextCursor !== null) found = await read(found.nextCursor)
  return { rows: found.rows, next: found.nextCursor, isLater: start !== undefined }
}

/** The address of the page as it is, with another cursor for one of its lists; null: that list's first page. */
export function settingsAddress(
  { search }: Pick<PageRequest, 'search'>,
  organizationId: string,
  change: { [name in ListName]?: string | null } = {},
): string {
  const query = parseForm(search)
  const wanted = new URLSearchParams({ organization: organizationId })
  for (const name of LISTS) {
    const cursor = change[name] === undefined ? fieldOf(query, name) : change[name]
    if (cursor) wanted.set(name, cursor)
  }
  return `/settings?${wanted}`
}
