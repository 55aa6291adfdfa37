import type { World } from '../contract/world.ts'
import { keyReused, rejected, type Scenario, type Scenarios, unknown } from './scenario.ts'

const GREETING = 'Dear {{customer}}, {{sender}} writes in a {{tone}} tone.'
const promptOf = (world: World) => world.prompt({ content: GREETING })
/** A prompt with two published versions. */
async function twice(world: World): Promise<string> {
  const { id } = await world.prompt()
  await world.call(200, 'PATCH', `/prompts/${id}`, { content: 'Say hello to {{name}} in Greek.' })
  await world.call(201, 'POST', `/prompts/${id}/versions`, {})
  return `/prompts/${id}`
}
const below =
  (path: string): Scenario =>
  async (world) =>
    world.send('GET', `/prompts/${(await world.prompt()).id}${path}`)
const missing = (path: string) => rejected('GET', path)

const schema = (world: World) =>
  world.dataset({
    inputSchema: { type: 'object', required: ['tone'], properties: { tone: { type: 'string' } } },
    items: [{ variables: { tone: 'formal' } }],
  })

const nameUsed: Scenario = async (world) => {
  const mail = await world.send('POST', '/folders', { name: 'Mail' })
  const { folders } = await world.call<{ folders: { id: string }[] }>(200, 'GET', '/folders?name=Mail')
  const parentId = mail.status === 201 ? (mail.json() as { id: string }).id : folders[0]?.id
  await world.send('POST', '/folders', { name: 'Onboarding', parentId })
  return world.send('POST', '/folders', { name: 'Onboarding', parentId })
}

export const contentScenarios: Scenarios = {
  'prompts/responses/ExecutionNotFound': {
    noPrompt: missing(`/prompts/${unknown('prompt')}/executions/${unknown('exec')}`),
    noExecution: below(`/executions/${unknown('exec')}`),
  },
  'prompts/responses/InvalidComparison': {
    missing: async (world) => world.send('GET', `${await twice(world)}/diff?from=1`),
    unknownVersion: async (world) => world.send('GET', `${await twice(world)}/diff?from=9&to=draft`),
  },
  'prompts/responses/InvalidExecution': {
    missingVariable: async (world) =>
      world.send('POST', `/prompts/${(await promptOf(world)).id}/execute`, {
        variables: { customer: 'Ada', tone: 'friendly' },
      }),
    unknownModel: async (world) =>
      world.send('POST', `/prompts/${(await world.prompt()).id}/execute`, {
        variables: { name: 'Ada' },
        model: 'gpt-unknown',
      }),
    twoChoices: async (world) =>
      world.send('POST', `/prompts/${(await world.prompt()).id}/execute`, {
        variables: { name: 'Ada' },
        version: 1,
        label: 'production',
      }),
  },
  'prompts/responses/InvalidPrompt': {
    emptyContent: rejected('POST', '/prompts', { name: 'Greeting', content: '' }),
    unknownFolder: rejected('POST', '/prompts', { name: 'A', content: 'a', folderId: unknown('folder') }),
    blockSyntax: rejected('POST', '/prompts', { name: 'A', content: 'Dear friends, {{#each names}}' }),
    malformed: ({ server, keys }) =>
      server.wire.send({
        method: 'POST',
        path: '/prompts',
        key: keys.all,
        headers: { 'Content-Type': 'application/json' },
        body: '{"name": "Greeting", "content": "Say hello',
      }),
  },
  'prompts/responses/InvalidPromptBatch': {
    unknownPrompt: async (world) =>
      world.send('PATCH', '/prompts', {
        prompts: [
          { id: (await world.prompt()).id, name: 'A' },
          { id: unknown('prompt'), name: 'B' },
        ],
      }),
    emptyContent: async (world) =>
      world.send('PATCH', '/prompts', { prompts: [{ id: (await world.prompt()).id, content: '' }] }),
  },
  'prompts/responses/InvalidPromptLabel': {
    unknownVersion: async (world) =>
      world.send('PUT', `${await twice(world)}/labels/production`, { version: 9 }),
  },
  'prompts/responses/InvalidPromptVersion': {
    unknownVersion: async (world) => world.send('POST', `${await twice(world)}/versions`, { fromVersion: 9 }),
    longMessage: async (world) =>
      world.send('POST', `${await twice(world)}/versions`, { commitMessage: 'x'.repeat(812) }),
  },
  'prompts/responses/InvalidRendering': {
    missingVariable: async (world) =>
      world.send('POST', `/prompts/${(await promptOf(world)).id}/render`, {
        variables: { customer: 'Ada', tone: 'friendly' },
      }),
    extraVariable: async (world) =>
      world.send('POST', `/prompts/${(await world.prompt()).id}/render`, {
        variables: { name: 'Ada', colour: 'blue' },
        strict: true,
      }),
  },
  'prompts/responses/ModelProviderFailed': {
    provider: async (world) =>
      world.send('POST', `/prompts/${(await world.prompt()).id}/execute`, {
        variables: { name: 'Ada' },
        model: 'mock/error-500',
      }),
  },
  'prompts/responses/ModelTimedOut': {
    timeout: async (world) =>
      world.send('POST', `/prompts/${(await world.prompt()).id}/execute`, {
        variables: { name: 'Ada' },
        model: 'mock/error-timeout',
      }),
  },
  'prompts/responses/PromptLabelNotFound': {
    noPrompt: missing(`/prompts/${unknown('prompt')}/labels/production`),
    noLabel: below('/labels/production'),
  },
  'prompts/responses/PromptNotFound': { notFound: missing(`/prompts/${unknown('prompt')}`) },
  'prompts/responses/PromptVersionConflict': {
    unchanged: async (world) => world.send('POST', `${await twice(world)}/versions`, {}),
    keyReused: keyReused(
      async (world) => `/prompts/${(await world.prompt()).id}/versions`,
      { commitMessage: 'A' },
      { commitMessage: 'B' },
    ),
  },
  'prompts/responses/PromptVersionNotFound': {
    noPrompt: missing(`/prompts/${unknown('prompt')}/versions/1`),
    noVersion: below('/versions/9'),
  },
  'folders/responses/FolderConflict': { nameTaken: nameUsed },
  'folders/responses/FolderNameConflict': { nameTaken: nameUsed },
  'folders/responses/FolderNotEmpty': {
    async notEmpty(world) {
      const parent = await world.call<{ id: string }>(201, 'POST', '/folders', { name: 'Mail of Ada' })
      await world.folder(parent.id)
      await world.prompt({ folderId: parent.id })
      await world.prompt({ folderId: parent.id })
      return world.send('DELETE', `/folders/${parent.id}`)
    },
  },
  'folders/responses/FolderNotFound': { notFound: missing(`/folders/${unknown('folder')}`) },
  'folders/responses/InvalidFolder': {
    lineBreak: rejected('POST', '/folders', { name: 'Two\nlines' }),
    unknownParent: rejected('POST', '/folders', { name: 'A', parentId: unknown('folder') }),
    async cycle(world) {
      const parent = await world.folder()
      const child = await world.folder(parent.id)
      return world.send('PATCH', `/folders/${parent.id}`, { parentId: child.id })
    },
    async tooDeep(world) {
      let parentId: string | undefined
      for (let depth = 0; depth < 10; depth++) parentId = (await world.folder(parentId)).id
      return world.send('POST', '/folders', { name: 'Eleventh', parentId })
    },
  },
  'folders/responses/InvalidFolderBatch': {
    unknownFolder: async (world) =>
      world.send('PATCH', '/folders', {
        folders: [
          { id: (await world.folder()).id, name: 'First of two' },
          { id: unknown('folder'), name: 'Second' },
        ],
      }),
    async cycle(world) {
      const parent = await world.folder()
      const child = await world.folder(parent.id)
      return world.send('PATCH', '/folders', { folders: [{ id: parent.id, parentId: child.id }] })
    },
  },
  'datasets/responses/DatasetNotFound': { notFound: missing(`/datasets/${unknown('dataset')}`) },
  'datasets/responses/DatasetItemNotFound': {
    notFound: async (world) =>
      world.send('GET', `/datasets/${(await world.dataset()).id}/items/${unknown('item')}`),
  },
  'datasets/responses/InvalidDataset': {
    remoteReference: rejected('POST', '/datasets', {
      name: 'A',
      inputSchema: { $ref: 'https://example.com/s.json' },
    }),
    missingVariable: rejected('POST', '/datasets', {
      name: 'A',
      inputSchema: { type: 'object', required: ['tone'] },
      items: [{ variables: { tone: 'formal' } }, { variables: {} }],
    }),
  },
  'datasets/responses/InvalidDatasetBatch': {
    unknownDataset: async (world) =>
      world.send('PATCH', '/datasets', {
        datasets: [
          { id: (await world.dataset()).id, name: 'First' },
          { id: unknown('dataset'), name: 'Second' },
        ],
      }),
  },
  'datasets/responses/InvalidDatasetItems': {
    missingVariable: async (world) =>
      world.send('POST', `/datasets/${(await schema(world)).id}/items`, { items: [{ variables: {} }] }),
  },
  'datasets/responses/InvalidImport': {
    row: async (world) =>
      world.server.wire.send({
        method: 'POST',
        path: `/datasets/${(await schema(world)).id}/import`,
        key: world.keys.all,
        headers: { 'Content-Type': 'application/jsonl' },
        body: '{"variables":{"tone":"formal"}}\n{"variables":{"tone":"warm"}}\n{"variables":{}}\n',
      }),
  },
}
