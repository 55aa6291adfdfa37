/** Every list that can grow, with each of its filters and sorts: what the topic `lists` measures. */

export interface MeasuredList {
  /** Below {base_url}, with `{…Id}` for a parent. */
  path: string
  /** The table behind it. */
  table: string
  /** The columns of a copied row that differ from row to row only here: SQL with `n`, the number of the row. */
  columns?: Record<string, string>
  /** Another source of the count: SQL with `size`. */
  after?: string
  queries: Record<string, string>
}

const NAMED = {
  'a name that all have': '?name=number',
  'a name that one has': '?name=ber%200000777',
  'a name that a thousandth has': '?name=0777',
  'no such name': '?name=zzz',
  'one letter that none has': '?name=%C3%9F',
}

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const BETWEEN = {
  'of a time when there was none': `?createdBefore=${LONG_AGO}`,
  'since a time before all': `?createdAfter=${LONG_AGO}`,
}
const BY_CHANGE = { 'by last change': '?sort=updatedAt' }
const BY_NAME = { 'by name': '?sort=name&order=asc' }

export const lists: readonly MeasuredList[] = [
  {
    path: '/prompts',
    table: 'prompts',
    queries: {
      'the newest': '',
      ...BY_NAME,
      ...BY_CHANGE,
      'the 100 that changed first': '?sort=updatedAt&order=asc&limit=100',
      'of a status': '?status=published',
      'of a status that none has': '?status=draft',
      'by name, of a status that none has': '?status=draft&sort=name',
      'of a folder': '?folderId=folder_01m3v7me00ek2v3mwbsax9r214',
      'with a tag that none has': '?tag=none',
      'with a label that none has': '?label=none',
      ...NAMED,
      'a name that all have, of a status that none has': '?name=number&status=draft',
    },
  },
  {
    path: '/folders',
    table: 'folders',
    queries: { 'the newest': '', 'at the top': '?parentId=root', ...BY_NAME, ...BY_CHANGE, ...NAMED },
  },
  { path: '/datasets', table: 'datasets', queries: { 'the newest': '', ...BY_NAME, ...BY_CHANGE, ...NAMED } },
  {
    path: '/datasets/{datasetId}/items',
    table: 'dataset_items',
    after: 'UPDATE dataset_versions SET item_count = size, active_count = size, next_position = size + 1',
    queries: { 'in order': '', 'of the first version': '?version=1' },
  },
  {
    path: '/datasets/{datasetId}/versions',
    table: 'dataset_versions',
    columns: { version: 'n + 1' },
    queries: { 'the newest': '', 'the oldest': '?order=asc' },
  },
  {
    path: '/prompts/{promptId}/versions',
    table: 'prompt_versions',
    columns: { version: 'n + 1' },
    queries: { 'the newest': '', 'the oldest': '?order=asc' },
  },
  {
    path: '/webhooks',
    table: 'webhooks',
    // An organization has a hundred at most.
    columns: { organization_id: "CASE WHEN n < 100 THEN organization_id ELSE 'org_' || (n / 100) END" },
    queries: {
      'the newest': '',
      ...BY_CHANGE,
      'of a status that none has': '?status=disabled',
      'of an event that none has': '?event=prompt.deleted',
    },
  },
  {
    path: '/prompts/{promptId}/executions',
    table: 'executions',
    queries: {
      'the newest': '',
      'of a status that none has': '?status=failed',
      'of a version that none has': '?version=7',
      ...BETWEEN,
    },
  },
  {
    path: '/webhooks/{webhookId}/deliveries',
    table: 'deliveries',
    queries: {
      'the newest': '',
      'of a status that none has': '?status=success',
      'of a type that none has': '?eventType=prompt.deleted',
      'of an event that is not there': '?eventId=evt_01m3v7me00ek2v3mwbsax9r214',
      ...BETWEEN,
    },
  },
  {
    path: '/evaluations',
    table: 'evaluations',
    queries: {
      'the newest': '',
      'of a status that none has': '?status=cancelled',
      'of another prompt': '?promptId=prompt_01m3v7me00ek2v3mwbsax9r214',
      'of another dataset': '?datasetId=dataset_01m3v7me00ek2v3mwbsax9r214',
      ...BETWEEN,
    },
  },
  {
    path: '/evaluations/{evaluationId}/results',
    table: 'evaluation_results',
    queries: { 'in order': '', 'of a status that none has': '?status=errored' },
  },
  {
    path: '/reports',
    table: 'reports',
    queries: {
      'the newest': '',
      'of a status that none has': '?status=failed',
      'of a type that none has': '?type=version_comparison',
      ...BY_NAME,
      ...NAMED,
      ...BETWEEN,
    },
  },
  {
    path: '/reports/{reportId}/exports',
    table: 'report_exports',
    queries: { 'the newest': '', 'of a format that none has': '?format=csv' },
  },
  {
    path: '/organization/members',
    table: 'memberships',
    columns: {
      user_id: 'NULL',
      status: "'invited'",
      role: "'viewer'",
      email: "'number-' || n || '@example.com'",
      email_key: "'number-' || n || '@example.com'",
      invitation_digest: "'digest ' || n",
    },
    queries: {
      'the newest': '',
      ...BY_CHANGE,
      'of a status that none has': '?status=removed',
      'of a role that none has': '?role=editor',
    },
  },
  {
    path: '/organization/api-keys',
    table: 'api_keys',
    columns: { digest: "'digest ' || n" },
    queries: {
      'the newest': '',
      ...BY_NAME,
      'of a user who is not there': '?userId=user_01m3v7me00ek2v3mwbsax9r214',
    },
  },
  {
    path: '/organization/oauth-clients',
    table: 'oauth_clients',
    queries: { 'the newest': '', ...BY_NAME },
  },
  {
    path: '/organization/audit-log',
    table: 'audit_log',
    queries: {
      'the newest': '',
      'of an operation without entries': '?operation=deletePrompt',
      'of a resource that is not there': '?targetId=prompt_01m3v7me00ek2v3mwbsax9r214',
      'of a user who is not there': '?userId=user_01m3v7me00ek2v3mwbsax9r214',
      'of a key that is not there': '?credentialId=key_01m3v7me00ek2v3mwbsax9r214',
      ...BETWEEN,
    },
  },
]
