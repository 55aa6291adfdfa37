import { ownOperations, type Rule } from '../rule.ts'

/** Verbs that clients can guess. Add a verb only if none of these fits. */
const VERBS: Record<string, string[]> = {
  get: ['get', 'list', 'compare', 'download', 'export'],
  post: [
    'create',
    'add',
    'publish',
    'execute',
    'render',
    'import',
    'export',
    'invite',
    'accept',
    'cancel',
    'retry',
    'rotate',
    'revoke',
    'replay',
    'resend',
    'send',
    'test',
    'introspect',
    'exchange',
  ],
  put: ['put', 'set', 'replace'],
  patch: ['update'],
  delete: ['delete', 'remove', 'revoke'],
}

const ALL_VERBS = new Set(Object.values(VERBS).flat())

/** A POST may do anything, such as `archiveTask`: its verb is not that of another method, and does not come last. */
function isAction(id: string, verb: string): boolean {
  const last = /[A-Z][a-z0-9]*$/.exec(id)?.[0].toLowerCase() ?? ''
  return verb !== '' && !ALL_VERBS.has(verb) && !ALL_VERBS.has(last)
}

/** The operationId names the handler, its test and the client's method: a verb that fits the method, then what it is about. */
export const operationIdVerbNoun: Rule = () =>
  ownOperations((operation, context) => {
    const method = String(context.key)
    const id = String(operation.operationId ?? '')
    const verbs = VERBS[method] ?? []
    const [, verb = ''] = /^([a-z]+)(?:[A-Z][a-z0-9]*)+$/.exec(id) ?? []
    if (verbs.includes(verb) || (method === 'post' && isAction(id, verb))) return
    context.report({
      message: `operationId "${id}" of a ${method.toUpperCase()} must be a verb and a noun in camelCase, such as ${verbs[0]}Prompt; verbs: ${verbs.join(', ')}.`,
      location: context.location.child(['operationId']),
    })
  })
