import type { FlagTable } from '../program/command.ts'
/** The flags of `specwright conform`. */

export const flags = {
  target: {
    type: 'string',
    value: 'URL',
    help: 'Same as the argument TARGET, for runs whose OpenAPI document is in the configuration.',
  },
  overlay: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'OpenAPI Overlay to apply to the document, for example with hints for conform.',
  },
  propose: {
    type: 'string',
    value: 'FILE',
    help: 'Write an OpenAPI Overlay that makes the document describe what the server did, such as undocumented statuses, properties and null values, and run again with it. Server faults are never part of it.',
  },
  workflows: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'Arazzo description: run its workflows, and use their requests as examples.',
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: 'Configuration (YAML): OpenAPI document, target, credentials, accepted findings.',
  },
  init: {
    type: 'boolean',
    help: 'Write a configuration to the file of --config (default: conform.yaml) and send no requests.',
  },
  header: {
    type: 'string',
    short: 'H',
    multiple: true,
    value: 'HEADER',
    help: 'Header of every request, such as "Authorization: Bearer $TOKEN". Access checks omit credentials. Repeat it where a request needs several credentials.',
  },
  auth: { type: 'string', value: 'USER:PASSWORD', help: 'Credentials for HTTP Basic authentication.' },
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
  ca: { type: 'string', value: 'FILE', help: "CA certificate (PEM) that issued the target's certificate." },
  start: {
    type: 'string',
    value: 'COMMAND',
    help: 'Start the target with this command, such as "npm start", wait until it accepts connections, and stop it after the run.',
  },
  asyncapi: {
    type: 'string',
    value: 'FILE',
    help: 'AsyncAPI document of the events that the target sends to webhooks.',
  },
  oauth: {
    type: 'string',
    value: 'ISSUER,CLIENT',
    help: 'Test an authorization server with a client from "oauth" in the configuration.',
  },
  'receiver-host': {
    type: 'string',
    value: 'ADDRESS',
    help: 'Receive webhooks by HTTPS at this address, which the target must be able to reach.',
  },
  'receiver-port': {
    type: 'string',
    value: 'PORT',
    default: '0',
    help: 'Port of the webhook receiver. 0 uses a free port.',
  },
  'receiver-url': {
    type: 'string',
    value: 'URL',
    help: 'URL of the receiver as the target reaches it, if it differs. With http:// the receiver uses plain HTTP.',
  },
  'receiver-certificates': {
    type: 'string',
    value: 'DIRECTORY',
    help: "Directory for the CA of the receiver's certificate, which the target must trust.",
  },
  'retry-time-scale': {
    type: 'string',
    value: 'NUMBER',
    default: '1',
    help: 'Factor by which the target shortens the delays between delivery attempts.',
  },
  profile: {
    type: 'string',
    value: 'NAME',
    default: 'full',
    help: 'core: rules from the RFCs and the OpenAPI document. full: also the other rule sets and documented promises.',
  },
  only: { type: 'string', multiple: true, value: 'RULE', help: 'Run only this rule.' },
  skip: { type: 'string', multiple: true, value: 'RULE', help: 'Skip this rule.' },
  seed: { type: 'string', value: 'NUMBER', default: '1', help: 'Seed for generated values.' },
  'time-budget': {
    type: 'string',
    value: 'DURATION',
    default: '5m',
    help: 'Time for the whole run, such as 60s or 5m. Checks that remain are skipped.',
  },
  'max-body': {
    type: 'string',
    value: 'MB',
    default: '10',
    help: 'Maximum size of a response in megabytes. Longer responses are not checked.',
  },
  concurrency: {
    type: 'string',
    value: 'NUMBER',
    default: '8',
    help: 'Number of checks to start in parallel, in addition to those that wait for the target. 1 runs one at a time.',
  },
  explain: {
    type: 'string',
    value: 'RULE|OPERATION',
    help: 'Print the result of each check of a rule or an operation, with the reason where it was skipped. "all" prints every skipped check.',
  },
  replay: {
    type: 'string',
    value: 'ID',
    help: 'Run only the check of this finding, by the ID in the report.',
  },
  report: {
    type: 'string',
    multiple: true,
    value: 'KIND=FILE',
    help: 'Write a report: junit, html, json, sarif, github, summary (Markdown) or har; separate several with commas. "github" without FILE prints annotations, and writes the job summary on GitHub.',
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    help: 'File of accepted findings, each with a reason and an expiry date.',
  },
  history: {
    type: 'string',
    value: 'DIRECTORY',
    help: 'Store a summary of the run here, and report what changed since earlier runs: new causes, the trend, flaky rules.',
  },
  'fail-under': {
    type: 'string',
    value: 'coverage=PERCENT',
    help: 'Fail when coverage of the documented operation × status pairs is lower.',
  },
  har: {
    type: 'string',
    value: 'FILE',
    help: 'Check a recording (HTTP Archive) and send no requests: findings and coverage.',
  },
  'only-marked': {
    type: 'string',
    value: 'EXTENSION=VALUE',
    help: 'Report only what HTTP requires, and findings about parts that the documents mark, for example x-status=stable.',
  },
  'dry-run': { type: 'boolean', help: 'Print the planned checks and send no requests.' },
  'allow-existing-data': {
    type: 'boolean',
    help: 'Let checks change and delete data that the run did not create; without it, such checks are skipped.',
  },
  'allow-production': {
    type: 'boolean',
    help: 'Accept credentials that look like those of a production environment.',
  },
  yes: { type: 'boolean', help: 'Start a run against another machine without confirmation.' },
  verbose: {
    type: 'boolean',
    help: 'Show all operations in the matrix, also those whose checks all passed.',
  },
} as const satisfies FlagTable
