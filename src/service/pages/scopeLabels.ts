import type { AuthorizationRequest } from '../features/oauth/queries.ts'

/** Scopes in the words of people: what the client would do, and what that covers. Source: "Scopes". */
const WORDS: Record<string, [what: string, why: string]> = {
  'prompts:read': ['View prompts', 'Prompts, their versions, folders and past runs'],
  'prompts:write': ['Change and run prompts', 'Create, edit, publish, delete and execute prompts'],
  'reports:read': ['View reports', 'Reports and templates'],
  'reports:write': ['Make reports', 'Generate, export and delete reports'],
  'evaluations:read': ['View evaluations', 'Evaluation results and datasets'],
  'evaluations:write': ['Run evaluations', 'Start evaluations and manage datasets'],
  'webhooks:read': ['View webhooks', 'Where events are sent, and what became of them'],
  'webhooks:write': ['Manage webhooks', 'Decide where events are sent'],
  'organization:read': ['View the organization', 'Settings, members and plan'],
  'organization:admin': ['Manage the organization', 'Members, API keys and applications, with full control'],
}

export const scopeLabel = (scope: AuthorizationRequest['scopes'][number]): { what: string; why: string } => {
  const [what, why] = WORDS[scope] ?? [scope, '']
  return { what, why }
}
