/** Proposals as an OpenAPI Overlay 1.0 in YAML, with their evidence as comments, and as lines for a terminal. */
import { stringify } from 'yaml'
import { soundsLike } from '../../model/vocabulary.ts'
import { foreignText } from '../../openapi/foreignText.ts'
import { plural } from '../../openapi/plural.ts'
import { archived } from '../engine/binary.ts'
import type { Recorded } from '../engine/events.ts'
import type {
  Evidence,
  Proposal,
  ProposalCode,
  Proposed,
  WhyWithheld,
  Withheld,
} from '../propose/proposal.ts'
import { kindsText } from './kinds.ts'
import { causes } from './terminal.ts'

type Named = Pick<Proposal, 'subject' | 'place'>

const SENTENCES: Readonly<Record<ProposalCode, (one: Named) => string>> = {
  'undeclared-operation': ({ place }) => `The server has ${place}.`,
  'undeclared-status': ({ place, subject }) => `${place} responds with status ${subject}.`,
  'undeclared-content': ({ place, subject }) => `${place} responds with a body of ${subject}.`,
  'undeclared-header': ({ place, subject }) => `${place} responds with the header ${subject}.`,
  'undeclared-parameter': ({ place, subject }) =>
    `${place} accepts the query parameter ${subject}, which links in its responses contain.`,
  'undeclared-property': ({ place, subject }) =>
    subject === '*' ? `${place} is a map.` : `${place} has the property ${subject}.`,
  'absent-property': ({ place, subject }) => `${place} may lack the property ${subject}.`,
  null: ({ place }) => `${place} may be null.`,
  'other-type': ({ place }) => `${place} has another type.`,
  'other-value': ({ place, subject }) => `${place} may be ${JSON.stringify(subject)}.`,
  'other-format': ({ place }) => `${place} has another format.`,
  'learned-invariant': ({ place, subject }) => `Each object of ${place} matches ${subject}.`,
}

/** The observed behavior in one sentence. */
const proposalText = (one: Named & { code: ProposalCode }): string => foreignText(SENTENCES[one.code](one))

const REASONS: Readonly<Record<WhyWithheld, string>> = {
  inconsistent: 'some responses match the document and others do not',
  'not-repeated': 'it was seen once',
  'shared-with-requests': 'requests have the same schema. Declare a schema of its own for responses',
  'invalid-accepted': 'the server accepted an invalid value and shows it',
  'other-file':
    'an overlay cannot change other files than the named document. Bundle the document, or edit the file',
}

/** Why the document is left as it is, in one sentence. */
const withheldText = (one: Withheld): string => `${proposalText(one)} Not proposed: ${REASONS[one.why]}.`

const MAX_SHOWN = 160

/** Values of properties that sound like secrets are left out. */
const withoutSecrets = (text: string): string =>
  text.replace(/"([^"\\]{1,60})"\s*:\s*"(?:[^"\\]|\\.)*"/g, (whole, name: string) =>
    soundsLike('secret', name) ? `"${name}":"…"` : whole,
  )

function shownBody({ body, headers }: Recorded): string {
  if (body.length === 0) return ''
  const type = String(headers['content-type'] ?? '')
  const { text: whole, encoding } = archived(body)
  if (encoding !== undefined) return ` (${body.length} bytes of ${type})`
  const text = withoutSecrets(whole)
  return ` ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`
}

const MAX_OPERATIONS = 4

function evidenceLines({ exchange, responses, operations, learned }: Evidence): string[] {
  const named = operations.slice(0, MAX_OPERATIONS).join(', ')
  const more = operations.length > MAX_OPERATIONS ? ` and ${operations.length - MAX_OPERATIONS} more` : ''
  return [
    `${exchange.method} ${exchange.path} ${exchange.status}${shownBody(exchange)}`,
    learned === undefined
      ? `${plural(responses, 'response', 'responses')} of ${named}${more}`
      : `${plural(learned.objects, 'object')} in responses of ${named}${more}; ${plural(learned.resisted, 'update')} did not break it`,
  ].map(foreignText)
}

/**
 * The text of an overlay; each action has its evidence before it.
 * @param about.title of the document
 * @param about.extends path or URL of the document, as the overlay names it
 */
export function overlayText(
  proposals: readonly Proposal[],
  about: { title: string; extends: string },
): string {
  const head = {
    overlay: '1.0.0',
    info: { title: `${about.title}: observed behavior`, version: '1.0.0' },
    extends: about.extends,
  }
  const actions = proposals.flatMap((proposal) =>
    proposal.actions.map((action, index) => {
      const comments = index === 0 ? evidenceLines(proposal.evidence).map((line) => `  # ${line}\n`) : []
      const { target, ...change } = action
      const text = stringify([{ target, description: proposalText(proposal), ...change }], {
        lineWidth: 0,
        aliasDuplicateObjects: false,
      })
      return `${comments.join('')}${text.replace(/^(?=.)/gm, '  ')}`
    }),
  )
  return [
    '# Proposed by specwright conform --propose. Each action describes what the server did. Comment out an action\n',
    '# where the server is wrong and the document is right.\n',
    stringify(head, { lineWidth: 0 }),
    actions.length === 0 ? 'actions: []\n' : `actions:\n${actions.join('\n')}`,
  ].join('')
}

/** Kinds of proposals, in the order in which an overlay contains them. */
const KINDS: Readonly<Record<ProposalCode, readonly [one: string, several: string]>> = {
  'undeclared-operation': ['operation', 'operations'],
  'undeclared-status': ['status', 'statuses'],
  'undeclared-content': ['media type', 'media types'],
  'undeclared-header': ['header', 'headers'],
  'undeclared-parameter': ['parameter', 'parameters'],
  'undeclared-property': ['property', 'properties'],
  'absent-property': ['optional property', 'optional properties'],
  null: ['null value', 'null values'],
  'other-type': ['type', 'types'],
  'other-value': ['enum value', 'enum values'],
  'other-format': ['format', 'formats'],
  'learned-invariant': ['invariant', 'invariants'],
}

const MAX_LINES = 10

/** Lines about the overlay, about changes that were not proposed, and about the findings that are left. */
export function proposedLines(
  { proposals, withheld, findings, summary, rounds }: Proposed,
  { output, verbose }: { output: string; verbose: boolean },
): string[] {
  const counts = (Object.keys(KINDS) as ProposalCode[]).flatMap((code) => {
    const number = proposals.filter((one) => one.code === code).length
    return number === 0 ? [] : [plural(number, ...KINDS[code])]
  })
  const left = verbose ? findings.length : MAX_LINES
  const few = withheld.slice(0, verbose ? withheld.length : MAX_LINES).map(withheldText)
  const hidden = withheld.length - few.length
  const found = `${plural(findings.length, 'finding', 'findings')} of ${plural(summary.causes.length, 'cause', 'causes')}${kindsText(summary.causes)}`
  if (proposals.length === 0)
    return [
      '',
      'Nothing to propose: the document describes what the server did, apart from the findings above.',
      ...few,
    ]
  return [
    '',
    `Wrote ${output}: ${plural(proposals.length, 'proposal', 'proposals')} (${counts.join(', ')}).`,
    ...few,
    ...(hidden > 0 ? [`${hidden} more were not proposed. --verbose prints them.`] : []),
    ...(findings.length === 0
      ? [`Run ${rounds}, with the overlay, has no findings.`]
      : [
          `Run ${rounds}, with the overlay, has ${found}:`,
          ...causes(findings, { most: left }).flatMap((text) => text.split('\n')),
        ]),
  ]
}
