/** What the demo shows: thirty days of a support team, made through the API as the team would have made it. */
import { createClient, type PromptServiceClient, unwrap } from 'prompt-service-client'

interface DemoTarget {
  baseUrl: string
  apiKey: string
  /** Of an HTTPS endpoint that takes deliveries. */
  receiverUrl: string
  /** Moves the service's clock to so many days before its present. */
  daysAgo(days: number): void
  /** Waits until the jobs that are due have ended. */
  settled(): Promise<void>
}

const DAYS = 30

const FOLDERS: Record<string, readonly (readonly [name: string, content: string])[]> = {
  'Customer support': [
    [
      'Welcome mail',
      'Write a warm welcome to {{customer}}, who chose the {{plan}} plan. Close with: {{agent}}.',
    ],
    [
      'Refund reply',
      'Tell {{customer}} that the refund of {{amount}} was approved and arrives within {{days}} days.',
    ],
    [
      'Outage notice',
      'Explain to {{customer}} that {{service}} was down for {{minutes}} minutes, without excuses.',
    ],
    ['Ticket summary', 'Summarise this ticket for the next shift in three sentences:\n\n{{ticket}}'],
    [
      'Tone check',
      'Is the tone of this reply friendly and factual? Answer yes or no, then why.\n\n{{reply}}',
    ],
    [
      'Escalation brief',
      'Brief the on-call engineer on {{ticket}}. State impact, what was tried, and what is asked.',
    ],
    [
      'Cancellation reply',
      'Thank {{customer}} for {{months}} months, confirm the cancellation, ask one question.',
    ],
  ],
  'Knowledge base': [
    [
      'Article outline',
      'Outline a help article about {{topic}} for {{audience}}, with at most five headings.',
    ],
    ['Article draft', 'Write the help article from this outline:\n\n{{outline}}'],
    ['Release note', 'Turn this change into a release note that a customer understands: {{change}}'],
    ['Glossary entry', 'Define {{term}} in two sentences for somebody new to {{field}}.'],
    ['Search terms', 'List ten phrases that people type who look for an article titled "{{title}}".'],
    ['Stale article check', 'Does this article still hold for version {{version}}?\n\n{{article}}'],
  ],
  Sales: [
    ['Discovery questions', 'Write five questions for a first call with {{company}} in {{industry}}.'],
    ['Proposal opening', 'Open a proposal to {{company}} that names their goal: {{goal}}'],
    [
      'Call summary',
      'Summarise this call with {{company}}; list what was promised and by when:\n\n{{transcript}}',
    ],
    ['Follow-up mail', 'Remind {{contact}} politely of {{matter}}, agreed on {{date}}.'],
    ['Objection answers', 'Answer this objection with one fact and one question: {{objection}}'],
    ['Win report', 'Say in a paragraph why {{company}} chose us, from these notes:\n\n{{notes}}'],
  ],
  'Data extraction': [
    ['Invoice fields', 'Extract number, date and total as JSON from:\n\n{{invoice}}'],
    ['Address parser', 'Split this address into street, postcode, city and country: {{address}}'],
    ['Sentiment', 'Label the sentiment of this review as positive, neutral or negative: {{review}}'],
    ['Language detection', 'Name the language of this text by its ISO 639-1 code: {{text}}'],
    ['Order number', 'Find the order number in this mail, or answer "none": {{mail}}'],
    ['Topic labels', 'Choose at most three of {{labels}} for this message: {{message}}'],
  ],
  Internal: [
    ['Stand-up digest', 'Merge these stand-up notes into one list by project:\n\n{{notes}}'],
    ['Retro themes', 'Group these retrospective cards under three themes:\n\n{{cards}}'],
    ['Interview plan', 'Plan a {{minutes}}-minute interview for the role {{role}}.'],
    ['Incident timeline', 'Order these messages into an incident timeline in UTC:\n\n{{messages}}'],
    ['Meeting invitation', 'Invite {{people}} to talk about {{matter}}; say what to prepare.'],
  ],
}

const DATASETS = [
  ['Welcome mails', 'Welcome mail', ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson']],
  ['Refunds', 'Refund reply', ['Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth']],
  ['Reviews', 'Sentiment', ['Works as promised.', 'Too slow.', 'Fine, I suppose.', 'I love it!']],
] as const

/** Fills an empty organization: prompts, versions, runs, datasets, evaluations, reports, deliveries. */
export async function fillTeam(place: DemoTarget): Promise<void> {
  const client = createClient({ baseUrl: place.baseUrl, credential: place.apiKey, retry: { attempts: 1 } })
  place.daysAgo(DAYS)
  const events = [
    'prompt.created',
    'prompt.version.created',
    'evaluation.completed',
    'report.completed',
  ] as const
  unwrap(
    await client.POST('/webhooks', {
      body: { url: place.receiverUrl, events: [...events], description: 'Posts changes to the team chat' },
    }),
  )
  const prompts = new Map<string, { id: string; variables: readonly string[] }>()
  const all = Object.entries(FOLDERS).flatMap(([folder, rows]) =>
    rows.map((row) => [folder, ...row] as const),
  )
  const folders = new Map<string, string>()
  for (const [index, [folder, name, content]] of all.entries()) {
    place.daysAgo(DAYS - index * 0.7)
    if (!folders.has(folder))
      folders.set(folder, unwrap(await client.POST('/folders', { body: { name: folder } })).id)
    const body = { name, content, folderId: folders.get(folder) ?? null, tags: tagsOf(folder, index) }
    prompts.set(name, unwrap(await client.POST('/prompts', { body: { ...body, draft: index % 10 === 9 } })))
    await place.settled()
  }
  await improve(client, place, prompts)
  await evaluate(client, place, prompts)
  for (let day = 6; day > 0; day--) {
    place.daysAgo(day)
    for (const { id, variables } of [...prompts.values()].slice(0, 8)) await run(client, id, variables)
  }
  const { templates } = unwrap(await client.GET('/templates'))
  const usage = templates.find(({ name }) => /usage/i.test(name)) ?? templates[0]
  if (usage)
    unwrap(await client.POST('/reports', { body: { templateId: usage.id, name: 'Prompts of the month' } }))
  await place.settled()
  place.daysAgo(0)
}

const tagsOf = (folder: string, index: number): string[] => [
  folder.toLowerCase().split(' ')[0] ?? folder,
  ...(index % 3 === 0 ? ['reviewed'] : []),
  ...(index % 7 === 0 ? ['customer-facing'] : []),
]

type Prompts = ReadonlyMap<string, { id: string; variables: readonly string[] }>

/** Second and third versions of some, and what is live of them. */
async function improve(client: PromptServiceClient, place: DemoTarget, prompts: Prompts): Promise<void> {
  for (const [index, { id }] of [...prompts.values()].slice(0, 12).entries()) {
    const path = { promptId: id }
    for (const [round, change] of [
      'Use short sentences.',
      'Answer in the language of the customer.',
    ].entries()) {
      if (round === 1 && index % 3 !== 0) continue
      place.daysAgo(20 - index - round * 3)
      const { content } = unwrap(await client.GET('/prompts/{promptId}', { params: { path } }))
      const body = { content: `${content}\n\n${change}` }
      unwrap(await client.PATCH('/prompts/{promptId}', { params: { path }, body }))
      const commit = { commitMessage: change }
      unwrap(await client.POST('/prompts/{promptId}/versions', { params: { path }, body: commit }))
      await place.settled()
    }
    const label = {
      params: { path: { ...path, label: 'production' } },
      body: { version: index % 2 === 0 ? 2 : 1 },
    }
    unwrap(await client.PUT('/prompts/{promptId}/labels/{label}', label))
  }
}

async function evaluate(client: PromptServiceClient, place: DemoTarget, prompts: Prompts): Promise<void> {
  for (const [index, [name, promptName, values]] of DATASETS.entries()) {
    const prompt = prompts.get(promptName)
    if (prompt === undefined) continue
    place.daysAgo(9 - index * 2)
    const items = values.map((value) => ({
      variables: valuesFor(prompt.variables, value),
      expectedOutput: value,
    }))
    const dataset = unwrap(await client.POST('/datasets', { body: { name, items } }))
    for (const run of [1, 2]) {
      place.daysAgo(8 - index * 2 - run / 2)
      const body = {
        name: `${name}, run ${run}`,
        promptId: prompt.id,
        datasetId: dataset.id,
        model: 'mock/echo',
        scorers: [
          { type: 'contains' as const, options: { value: run === 1 ? values[0] : promptName.slice(0, 1) } },
        ],
      }
      unwrap(await client.POST('/evaluations', { body }))
      await place.settled()
    }
  }
}

async function run(
  client: PromptServiceClient,
  promptId: string,
  variables: readonly string[],
): Promise<void> {
  const body = { variables: valuesFor(variables, 'Northwind'), model: 'mock/echo' }
  await client.POST('/prompts/{promptId}/execute', { params: { path: { promptId } }, body })
}

const valuesFor = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]))
