import type { FlagTable } from '../program/command.ts'
/** The flags of `specwright conform`. */

export const flags = {
  target: {
    type: 'string',
    value: 'URL',
    help: 'The same as the argument TARGET, for runs whose document is in the configuration.',
  },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'OpenAPI Overlay that is laid over the document, with hints for conform, say.',
  },
  workflows: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'Arazzo description: its workflows must come about, and what they send serves as examples.',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Configuration (YAML): document, target, credentials, accepted deviations.',
  },
  init: {
    type: 'boolean',
    help: 'Write a configuration for the document to the file of --config, default conform.yaml, and send nothing.',
  },
  header: {
    type: 'string',
    short: 'H',
    multiple: true,
    value: 'HEADER',
    help: 'Header of every request, such as "Authorization: Bearer $TOKEN". Checks of access leave out a credential.',
  },
  auth: { type: 'string', value: 'USER:PASSWORD', help: 'Basic credential of the caller.' },
  operation: {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'Check only these operations, by operationId. "*" matches any characters, a leading "!" excludes.',
  },
  tag: { type: 'string', multiple: true, value: 'PATTERN', help: 'Check only operations with such a tag.' },
  path: {
    type: 'string',
    multiple: true,
    value: 'PATTERN',
    help: 'Check only paths of the document such as "/books*" or "!/admin/*".',
  },
  method: {
    type: 'string',
    multiple: true,
    value: 'METHOD',
    help: 'Check only operations with this method.',
  },
  ca: { type: 'string', value: 'FILE', help: "Authority (PEM) behind the target's certificate." },
  start: {
    type: 'string',
    value: 'COMMAND',
    help: 'Starts the target, waits until it takes connections, and ends it after the run, such as "npm start".',
  },
  asyncapi: {
    type: 'string',
    value: 'FILE',
    help: 'The AsyncAPI document of the events that the target sends to webhooks.',
  },
  oauth: {
    type: 'string',
    value: 'ISSUER,CLIENT',
    help: 'Tests an authorization server, with a client that the configuration describes under "oauth".',
  },
  'receiver-host': {
    type: 'string',
    value: 'ADDRESS',
    help: 'Address of this machine that the target reaches: receives webhooks there, by HTTPS.',
  },
  'receiver-port': { type: 'string', value: 'PORT', default: '0', help: 'Its port; 0 takes any free one.' },
  'receiver-url': {
    type: 'string',
    value: 'URL',
    help: 'How the target reaches the receiver, where that differs; http:// makes it speak plain HTTP.',
  },
  'receiver-certificates': {
    type: 'string',
    value: 'DIRECTORY',
    help: "Where the authority of the receiver's certificate is kept, which the target must trust.",
  },
  'retry-time-scale': {
    type: 'string',
    value: 'NUMBER',
    default: '1',
    help: 'The target divides the delays between delivery attempts by this.',
  },
  profile: {
    type: 'string',
    value: 'NAME',
    default: 'full',
    help: 'core: what the RFCs and the document say; full: the packs and the promises of the document beyond it.',
  },
  only: { type: 'string', multiple: true, value: 'RULE', help: 'Only this rule.' },
  skip: { type: 'string', multiple: true, value: 'RULE', help: 'Not this rule.' },
  seed: { type: 'string', value: 'NUMBER', default: '1', help: 'What all made-up values follow from.' },
  'time-budget': {
    type: 'string',
    value: 'DURATION',
    default: '5m',
    help: 'Time for the whole run, such as 60s or 5m. What is left then is skipped.',
  },
  'max-body': {
    type: 'string',
    value: 'MB',
    default: '10',
    help: 'Megabytes of one response that are read; a longer one is not checked.',
  },
  concurrency: {
    type: 'string',
    value: 'NUMBER',
    default: '8',
    help: 'Trials that are begun side by side, beside those that wait for the target; 1 runs them one after another.',
  },
  explain: {
    type: 'string',
    value: 'RULE|OPERATION',
    help: 'Print the result of each check of a rule or an operation, with the reason where it was skipped. "all" prints every skipped check.',
  },
  replay: {
    type: 'string',
    value: 'ID',
    help: 'Only the trial of a finding, by the id that the report shows.',
  },
  report: {
    type: 'string',
    multiple: true,
    value: 'KIND=FILE',
    help: 'Writes a report: junit, html, json, sarif, github or har; several with commas. "github" alone prints annotations.',
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    help: 'Findings that are accepted, each with a reason and the day on which that ends.',
  },
  'fail-under': {
    type: 'string',
    value: 'coverage=PERCENT',
    help: 'Fails when fewer of the documented operation × status pairs were provoked.',
  },
  har: {
    type: 'string',
    value: 'FILE',
    help: 'Sends nothing, and judges a recording (HTTP Archive): findings and coverage.',
  },
  'specified-only': {
    type: 'boolean',
    help: 'Only findings about what the document marks as specified (x-origin).',
  },
  'dry-run': { type: 'boolean', help: 'Prints what would be tried, and sends nothing.' },
  'allow-existing-data': {
    type: 'boolean',
    help: 'Let checks change and delete data that the run did not create; without it, such checks are skipped.',
  },
  'allow-production': {
    type: 'boolean',
    help: 'Takes credentials that look like those of a production environment.',
  },
  yes: { type: 'boolean', help: 'Start a run against another machine without a question.' },
  verbose: {
    type: 'boolean',
    help: 'Show all operations in the matrix, also those whose checks all passed.',
  },
} as const satisfies FlagTable
