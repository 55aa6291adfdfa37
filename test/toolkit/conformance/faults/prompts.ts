/** Faults of prompts, versions, executions and folders. */
import {
  asks,
  asksJson,
  codeOf,
  editJson,
  type Fault,
  fieldOf,
  isObject,
  itemsOf,
  type JsonObject,
  objectOf,
  operationOf,
  pathOf,
  returnsJson,
  showsResources,
  succeeded,
  type WireRequest,
  withField,
  withJson,
  withQuery,
} from './fault.ts'

const domain = (name: string, suffering: string, breaks: string, plant: Fault['plant']): Fault => ({
  name,
  class: 'domain',
  suffering,
  breaks,
  plant,
})

const reading = (request: WireRequest, target: string): WireRequest => {
  const bare = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'].reduce(
    (one, name) => withField(one, name),
    request,
  )
  return { ...bare, method: 'GET', target, body: Buffer.alloc(0) }
}

const PLACEHOLDERS = 'Source: execute, variables are substituted into the prompt'

export const promptFaults: Fault[] = [
  domain(
    'variables-are-not-filled-in',
    'The model reads {{customer}} instead of the name.',
    PLACEHOLDERS,
    () =>
      returnsJson(['executePrompt', 'renderPrompt'], (body, request) => {
        const values = objectOf(request)?.variables
        for (const member of ['renderedPrompt', 'rendered', 'content', 'output'])
          for (const [name, value] of Object.entries(isObject(values) ? values : {}))
            if (typeof body[member] === 'string' && typeof value === 'string' && value !== '')
              body[member] = (body[member] as string).replaceAll(value, `{{${name}}}`)
      }),
  ),
  domain('variables-are-escaped', 'A name with an ampersand reaches the model as &amp;.', PLACEHOLDERS, () =>
    asksJson(['executePrompt', 'renderPrompt'], (body) => {
      if (!isObject(body.variables)) return
      for (const [name, value] of Object.entries(body.variables))
        if (typeof value === 'string')
          body.variables[name] = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    }),
  ),
  domain(
    'missing-variables-are-empty',
    'A prompt is run with a hole in it, and nobody is told.',
    'OpenAPI document: executePrompt, 400 InvalidExecution',
    () => async (request, send) => {
      const response = await send(request)
      const error = objectOf(response)?.error
      const details = isObject(error) && isObject(error.details) ? error.details : {}
      const [, name] = /^variables\.(\w+)$/.exec(String(details.field)) ?? []
      if (
        !['executePrompt', 'renderPrompt'].includes(operationOf(request) ?? '') ||
        response.status !== 400 ||
        !name
      )
        return response
      const fixed = await send(
        editJson(request, (body) => {
          body.variables = { ...(isObject(body.variables) && body.variables), [name]: '' }
        }),
      )
      return succeeded(fixed) ? fixed : response
    },
  ),
  domain(
    'temperature-of-executions-is-ignored',
    'An execution runs at the default whatever is asked for.',
    'Source: execution request, temperature',
    () =>
      asksJson('executePrompt', (body) => {
        delete body.temperature
      }),
  ),
  domain(
    'model-of-executions-is-ignored',
    'An execution runs on the default model whatever is asked for.',
    'Source: execution request, model',
    () =>
      asksJson('executePrompt', (body) => {
        delete body.model
      }),
  ),
  domain(
    'executions-leave-no-record',
    'Nobody can look up what a prompt answered.',
    'OpenAPI document: listPromptExecutions',
    () =>
      returnsJson('listPromptExecutions', (body) => {
        itemsOf(body)?.splice(0)
      }),
  ),
  domain(
    'tokens-do-not-add-up',
    'Bills show totals that their parts contradict.',
    'OpenAPI document: usage, totalTokens',
    () =>
      showsResources('execution', (one) => {
        if (isObject(one.usage) && typeof one.usage.totalTokens === 'number') one.usage.totalTokens += 7
      }),
  ),
  domain(
    'version-of-a-prompt-stands-still',
    'After publishing, the prompt still says version 1.',
    'Source: prompt, version "Current version number"',
    () =>
      returnsJson(['getPrompt', 'listPrompts'], (body) => {
        for (const one of itemsOf(body) ?? [body])
          if (typeof one.version === 'number' && one.version > 1) one.version = 1
      }),
  ),
  domain(
    'version-numbers-skip',
    'The second version is called 3.',
    'OpenAPI document: tag Versions, "numbered from 1 without gaps"',
    () =>
      showsResources('prompt_version', (one) => {
        if (typeof one.version === 'number' && one.version > 1) one.version += 1
      }),
  ),
  domain(
    'published-versions-change',
    'An old version shows the draft of today: what was reviewed is not what runs.',
    'OpenAPI document: PromptVersion, "it never changes"',
    () => async (request, send) => {
      const response = await send(request)
      if (operationOf(request) !== 'getPromptVersion' || !succeeded(response)) return response
      const prompt = objectOf(await send(reading(request, pathOf(request).replace(/\/versions\/[^/]+$/, ''))))
      return editJson(response, (body) => {
        if (typeof prompt?.content === 'string') body.content = prompt.content
      })
    },
  ),
  domain(
    'hash-is-of-something-else',
    'Nobody can prove that a content is the published one.',
    'OpenAPI document: PromptVersion, contentHash',
    () =>
      showsResources('prompt_version', (one) => {
        if (typeof one.contentHash === 'string')
          one.contentHash = one.contentHash.replace(/^sha256:../, 'sha256:00')
      }),
  ),
  domain(
    'labels-point-at-the-first',
    '"live" runs the first version for ever.',
    'OpenAPI document: putPromptLabel, version',
    () =>
      asksJson('putPromptLabel', (body) => {
        if (typeof body.version === 'number') body.version = 1
      }),
  ),
  domain(
    'comparison-is-reversed',
    'What was added is shown as taken away.',
    'OpenAPI document: comparePromptVersions, from and to',
    () =>
      asks('comparePromptVersions', (request) =>
        withQuery(request, (query) => {
          const [from, to] = [query.get('from'), query.get('to')]
          if (from === null || to === null) return
          query.set('from', to)
          query.set('to', from)
        }),
      ),
  ),
  domain(
    'variable-names-are-stale',
    'A form asks for variables that the prompt no longer has.',
    'OpenAPI document: Prompt, variables',
    () => {
      const first = new Map<unknown, unknown>()
      return showsResources('prompt', (one) => {
        if (first.has(one.id)) one.variables = first.get(one.id)
        else first.set(one.id, one.variables)
      })
    },
  ),
  domain(
    'unpublished-changes-are-not-told',
    'Nobody sees that the draft differs from what runs.',
    'OpenAPI document: Prompt, hasUnpublishedChanges',
    () =>
      showsResources('prompt', (one) => {
        if (one.version !== 0) one.hasUnpublishedChanges = false
      }),
  ),
  domain(
    'paths-of-folders-are-stale',
    'A folder that was renamed is still found under its old path alone.',
    'OpenAPI document: Folder, path',
    () => {
      const first = new Map<unknown, unknown>()
      return showsResources('folder', (one) => {
        if (first.has(one.id)) one.path = first.get(one.id)
        else first.set(one.id, one.path)
      })
    },
  ),
  domain(
    'taken-names-are-renamed',
    'A folder comes back under another name than it was given.',
    'OpenAPI document: createFolder, 409 NAME_TAKEN',
    () => async (request, send) => {
      const response = await send(request)
      if (operationOf(request) !== 'createFolder' || codeOf(response) !== 'NAME_TAKEN') return response
      return send(
        editJson(request, (body) => {
          body.name = `${String(body.name).slice(0, 55)} copy`
        }),
      )
    },
  ),
  domain(
    'updated-by-is-somebody-else',
    'A change is put down to the wrong person.',
    'Source: prompt, updatedBy',
    () =>
      showsResources('prompt', (one) => {
        one.updatedBy = 'user_01m45h7a00evg9w8esfn63m7hm'
      }),
  ),
  domain(
    'created-prompt-answers-with-the-last-one',
    'Two creations in a row answer with the same prompt.',
    'OpenAPI document: createPrompt, "The new prompt"',
    () => {
      let last: JsonObject | undefined
      return async (request, send) => {
        const response = await send(request)
        const body = objectOf(response)
        if (operationOf(request) !== 'createPrompt' || !succeeded(response) || !body) return response
        if (fieldOf(response, 'idempotent-replayed')) return response
        const before = last
        last = body
        return before ? withJson(response, before) : response
      }
    },
  ),
]
