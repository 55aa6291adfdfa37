/** GET /settings/prompts: the prompts with their labels; for one, its versions and the changes between two. */
import type { DiffLine, Prompt, PromptComparison, PromptVersion } from '../../../generated/openapi.v1.ts'
import { type Html, html } from './html.ts'
import { pageLinks, type ReadOnly, readOnlyPage, statusMark, time } from './settingsFrame.ts'

const PAGE_ROWS = 50
/** Unchanged lines that are shown next to a change. */
const CONTEXT_LINES = 3
/** Lines of a comparison that the page shows at most. */
const MAX_LINES = 2_000

export const getPromptsPage = readOnlyPage('Prompts', 'listPrompts', async (view) => {
  const promptId = view.parameter('prompt')
  return promptId === undefined ? listView(view) : promptView(view, promptId)
})

const query = (view: ReadOnly) => {
  const cursor = view.parameter('cursor')
  return { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) }
}

async function listView(view: ReadOnly): Promise<Html> {
  const { page, caller } = view
  const { prompts, nextCursor } = (await page.call('listPrompts', caller, { query: query(view) })).body
  const rows = prompts.map(
    (prompt) =>
      html`<li><span class="grow"><a href="${view.address({ prompt: prompt.id })}">${prompt.name}</a><br><span class="soft small">${versionOf(prompt)} · changed ${time(prompt.updatedAt)}</span></span>
${labelsOf(prompt)}${statusMark(prompt.status)}</li>`,
  )
  return html`<section><h2>Prompts</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="soft small">There are no prompts.</p>`}
${pageLinks(view, 'prompts', nextCursor)}</section>`
}

const versionOf = ({ version, hasUnpublishedChanges }: Prompt) =>
  version === 0
    ? 'no version'
    : `version ${version}${hasUnpublishedChanges ? ', with unpublished changes' : ''}`

const labelsOf = ({ labels }: Prompt): Html =>
  html`${Object.entries(labels).map(([label, version]) => html`<span class="mark plain">${label}: ${version}</span>`)}`

async function promptView(view: ReadOnly, promptId: string): Promise<Html> {
  const { page, caller } = view
  const params = { promptId }
  const { body: prompt } = await page.call('getPrompt', caller, { params })
  const { versions, nextCursor } = (
    await page.call('listPromptVersions', caller, { params, query: query(view) })
  ).body
  const [from, to] = comparedVersions(view, prompt)
  const comparison =
    from === undefined || to === undefined
      ? undefined
      : (await page.call('comparePromptVersions', caller, { params, query: { from, to } })).body
  return html`<section><p><a href="${view.address()}">All prompts</a></p>
<h2>${prompt.name}</h2>
<p class="soft small">${prompt.id} · ${versionOf(prompt)}</p>
${prompt.description !== null && html`<p>${prompt.description}</p>`}
<p class="marks">${labelsOf(prompt)}${statusMark(prompt.status)}</p></section>
${comparison && comparisonView(view, prompt, comparison)}
<section><h2>Versions</h2>
${versions.length > 0 ? html`<ul class="rows">${versions.map((version) => versionRow(view, version))}</ul>` : html`<p class="soft small">No version is published.</p>`}
${pageLinks(view, 'versions', nextCursor, { prompt: promptId })}</section>`
}

/** The two of the address. By default the last version and the draft, or the last two versions if these are alike. */
function comparedVersions(
  view: ReadOnly,
  { version, hasUnpublishedChanges }: Prompt,
): [from: string | undefined, to: string | undefined] {
  const [from, to] = [view.parameter('from'), view.parameter('to')]
  if (from !== undefined && to !== undefined) return [from, to]
  if (version === 0) return [undefined, undefined]
  if (hasUnpublishedChanges) return [String(version), 'draft']
  return version === 1 ? [undefined, undefined] : [String(version - 1), String(version)]
}

function versionRow(
  view: ReadOnly,
  { promptId, version, commitMessage, createdAt, labels }: PromptVersion,
): Html {
  const compared = { prompt: promptId, from: String(version - 1), to: String(version) }
  return html`<li><span class="grow"><strong>Version ${version}</strong><br><span class="soft small">${time(createdAt)}${commitMessage !== null && ` · ${commitMessage}`}</span></span>
${labels.map((label) => html`<span class="mark plain">${label}</span>`)}${version > 1 && html`<a href="${view.address(compared)}">Changes<span class="hidden"> of version ${version}</span></a>`}</li>`
}

function comparisonView(view: ReadOnly, prompt: Prompt, comparison: PromptComparison): Html {
  const { from, to, identical, lines, addedVariables, removedVariables, settings } = comparison
  const name = (version: number | string) => (version === 'draft' ? 'the draft' : `version ${version}`)
  const value = (setting: string | number | null) => setting ?? 'not set'
  return html`<section><h2>Changes from ${name(from)} to ${name(to)}</h2>
<form method="get" action="/settings/prompts" class="compare">${view.hidden({ prompt: prompt.id })}
${versionField('from', 'From', from, prompt)}${versionField('to', 'To', to, prompt)}<button>Compare</button></form>
${identical && html`<p class="soft small">The contents are identical.</p>`}
${settings.map((one) => html`<p class="small"><strong>${one.setting}</strong>: ${value(one.from)} → ${value(one.to)}</p>`)}
${addedVariables.length > 0 && html`<p class="small"><strong>New variables</strong>: ${addedVariables.join(', ')}</p>`}
${removedVariables.length > 0 && html`<p class="small"><strong>Removed variables</strong>: ${removedVariables.join(', ')}</p>`}
${!identical && linesView(lines)}</section>`
}

const versionField = (name: string, label: string, present: number | string, { version }: Prompt): Html =>
  html`<label>${label} <input type="text" name="${name}" value="${present}" size="6" required pattern="draft|[1-9][0-9]*" title="A version from 1 to ${version}, or draft"></label>`

/** The changed lines and those next to them. */
function linesView(lines: readonly DiffLine[]): Html {
  const shown = new Set<number>()
  lines.forEach(({ op }, index) => {
    if (op === 'equal') return
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near++) shown.add(near)
  })
  const rows: Html[] = []
  let isGap = false
  for (const [index, line] of lines.entries()) {
    if (rows.length >= MAX_LINES) break
    if (shown.has(index)) rows.push(lineView(line))
    else if (!isGap) rows.push(html`<span class="gap">⋯</span>`)
    isGap = !shown.has(index)
  }
  return html`<pre class="lines" tabindex="0" aria-label="Changed lines">${rows}</pre>
${rows.length >= MAX_LINES && html`<p class="soft small">The page shows the first ${MAX_LINES.toLocaleString('en')} lines.</p>`}`
}

function lineView({ op, text }: DiffLine): Html {
  if (op === 'delete') return html`<del><span aria-hidden="true">− </span>${text}</del>`
  if (op === 'insert') return html`<ins><span aria-hidden="true">+ </span>${text}</ins>`
  return html`<span><span aria-hidden="true">  </span>${text}</span>`
}
