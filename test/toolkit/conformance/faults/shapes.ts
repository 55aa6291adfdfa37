/** Faults of shape: properties that are missing, foreign or of another type. */
import {
  anything,
  editJson,
  type Fault,
  isObject,
  itemsOf,
  type JsonObject,
  responses,
  returnsJson,
  showsResources,
} from './fault.ts'

const shape = (
  name: string,
  suffering: string,
  object: string,
  edit: (one: JsonObject) => void,
  breaks = `OpenAPI document: schema of ${object}`,
): Fault => ({ name, class: 'shape', suffering, breaks, plant: () => showsResources(object, edit) })

export const shapeFaults: Fault[] = [
  shape(
    'prompt-lacks-updated-by',
    'Nobody sees who changed a prompt.',
    'prompt',
    (one) => {
      delete one.updatedBy
    },
    'Source: prompt, updatedBy',
  ),
  shape(
    'webhook-lacks-status',
    'Nobody sees that a webhook is paused.',
    'webhook',
    (one) => {
      delete one.status
    },
    'Source: webhook, status',
  ),
  {
    name: 'lists-lack-a-member',
    class: 'shape',
    suffering:
      'A list shows prompts without their content, and a client that edits from the list saves none.',
    breaks: 'OpenAPI document: PromptList, items are Prompt',
    plant: () =>
      returnsJson('listPrompts', (body) => {
        for (const one of itemsOf(body) ?? []) delete one.content
      }),
  },
  shape('status-is-foreign', 'Clients that switch over the status crash.', 'prompt', (one) => {
    if (one.status === 'published') one.status = 'live'
  }),
  shape(
    'status-is-upper-case',
    'Comparisons with "active" fail.',
    'webhook',
    (one) => {
      one.status = String(one.status).toUpperCase()
    },
    'Source: webhook, status "active"',
  ),
  shape('object-is-another-kind', 'Clients take a folder for a prompt.', 'folder', (one) => {
    one.object = 'directory'
  }),
  shape('id-has-the-wrong-prefix', 'Ids of one kind look like those of another.', 'folder', (one) => {
    one.id = String(one.id).replace('folder_', 'prompt_')
  }),
  shape('id-is-a-number', 'Ids no longer fit into the type that clients have.', 'dataset', (one) => {
    one.id = 4711
  }),
  shape('id-is-bare', 'Ids lack the prefix that the document promises.', 'webhook', (one) => {
    one.id = String(one.id).replace(/^[a-z]+_/, '')
  }),
  shape(
    'version-is-a-text',
    'The version after 1 is "11".',
    'prompt',
    (one) => {
      one.version = String(one.version)
    },
    'Source: prompt, version is an integer',
  ),
  shape('booleans-are-numbers', 'Strict comparisons with true fail.', 'prompt', (one) => {
    one.hasUnpublishedChanges = one.hasUnpublishedChanges ? 1 : 0
  }),
  shape('null-is-left-out', 'Clients cannot tell "none" from "not told".', 'prompt', (one) => {
    for (const [name, value] of Object.entries(one)) if (value === null) delete one[name]
  }),
  shape('null-is-a-text', 'People read "null".', 'prompt', (one) => {
    for (const [name, value] of Object.entries(one)) if (value === null) one[name] = 'null'
  }),
  shape('empty-lists-are-null', 'Clients that go through the tags crash.', 'prompt', (one) => {
    if (Array.isArray(one.tags) && one.tags.length === 0) one.tags = null
  }),
  shape(
    'lists-of-one-are-no-lists',
    'Clients that go through the events get letters.',
    'webhook',
    (one) => {
      if (Array.isArray(one.events) && one.events.length === 1) [one.events] = one.events
    },
    'Source: webhook, events is an array',
  ),
  shape('empty-objects-are-lists', 'What PHP makes of an empty map: labels is a list.', 'prompt', (one) => {
    if (isObject(one.labels) && Object.keys(one.labels).length === 0) one.labels = []
  }),
  shape(
    'internals-are-shown',
    'Members of the database are shown, and clients begin to use them.',
    'prompt',
    (one) => {
      one.organizationId = 'org_01m3v7me00ek2v3mwbsax9r214'
      one._deleted = false
    },
  ),
  shape(
    'secret-is-shown-again',
    'Whoever may read webhooks may forge their events.',
    'webhook',
    (one) => {
      one.secret ??= 'whsec_0123456789abcdefghijklmnopqrstuv'
    },
    'Source: webhook, secret "returned when the webhook is created"',
  ),
  shape(
    'key-is-shown-again',
    'Whoever may list keys may use them.',
    'api_key',
    (one) => {
      one.key ??= 'svc_test_000000000000000000000000000000000000'
    },
    'OpenAPI document: ApiKey, "the key itself is no part of it"',
  ),
  {
    name: 'large-lists-are-cut-in-the-middle',
    class: 'shape',
    suffering: 'Long contents end in an ellipsis when listed.',
    breaks: 'OpenAPI document: PromptList, items are Prompt',
    plant: () =>
      returnsJson('listPrompts', (body) => {
        for (const one of itemsOf(body) ?? [])
          if (typeof one.content === 'string' && one.content.length > 60)
            one.content = `${one.content.slice(0, 60)}…`
      }),
  },
  {
    name: 'reading-and-listing-differ',
    class: 'shape',
    suffering: 'A webhook has events in its list that it does not have alone.',
    breaks: 'OpenAPI document: WebhookList, items are Webhook',
    plant: () =>
      returnsJson('listWebhooks', (body) => {
        for (const one of itemsOf(body) ?? []) one.events = ['prompt.created', 'prompt.deleted']
      }),
  },
  {
    name: 'page-members-are-missing',
    class: 'shape',
    suffering: 'Clients that read hasMore stop at the first page.',
    breaks: 'OpenAPI document: lists, hasMore and nextCursor',
    plant: () =>
      responses(anything, (response) =>
        editJson(response, (body) => {
          if (itemsOf(body)) delete body.hasMore
        }),
      ),
  },
]
