/** The flags of `prompt-service serve`. */
import type { FlagTable } from 'specwright/cli'

export const flags = {
  'production-port': {
    type: 'string',
    value: 'PORT',
    default: '8443',
    help: 'Port of the production environment; 0 takes any free one.',
  },
  'development-port': {
    type: 'string',
    value: 'PORT',
    default: '8444',
    help: 'Port of the development environment; 0 takes any free one.',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    help: 'Address or name to listen on; the local certificate names it too. 0.0.0.0 and :: listen on all addresses.',
  },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    default: './data',
    help: 'Where databases, keys and certificates stand. Made when absent, for its owner alone.',
  },
  database: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]URL',
    help: 'PostgreSQL in place of the SQLite files: postgres://user:password@host:port/database. Each environment has a schema of its name there. DATABASE_URL says the same and hides the password from the list of processes.',
  },
  'database-connections': {
    type: 'string',
    value: 'NUMBER',
    help: 'Connections that an environment has to its PostgreSQL at once, beside one that holds its place. Default: 10.',
  },
  shared: {
    type: 'boolean',
    help: 'Serves beside other processes on the same PostgreSQL, each with this flag, a data directory of its own and the same master keys. Without it a process keeps every other one out.',
  },
  workers: {
    type: 'string',
    value: 'NUMBER',
    default: '1',
    help: 'Processes of this machine behind the same ports; needs a --database for each environment. Each has the connections and places of one.',
  },
  'tls-cert': {
    type: 'string',
    value: 'FILE',
    help: 'Certificate chain (PEM) in place of the local authority; needs --tls-key. Read again every hour.',
  },
  'tls-key': { type: 'string', value: 'FILE', help: 'Private key (PEM) of --tls-cert.' },
  'tls-name': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'A further name or address for the local certificate.',
  },
  'trust-proxy': {
    type: 'string',
    multiple: true,
    value: 'CIDR',
    help: 'Network of proxies that may send plain HTTP with "X-Forwarded-Proto: https"; the client address is then taken from X-Forwarded-For.',
  },
  'api-root': {
    type: 'string',
    multiple: true,
    value: 'ENVIRONMENT=URL',
    help: 'Public address of an environment, such as production=https://prompts.example.com, where it differs from its own.',
  },
  'app-url': {
    type: 'string',
    multiple: true,
    value: 'ENVIRONMENT=URL',
    help: "Public address of an environment's pages for people. Default: its --api-root.",
  },
  'plan-limits': {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]FILE',
    help: "JSON file of rate limits that differ from the plans' own.",
  },
  validator: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]KIND',
    help: '"strict" checks requests and answers against the document, "compiled" requests alone and faster. Default: compiled in production, strict in development.',
  },
  'webhook-allow': {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]CIDR',
    help: 'Network that webhooks may reach although it is not public.',
  },
  'webhook-ca': {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]FILE',
    help: "Authority (PEM) that receivers' certificates may come from, beside the public ones.",
  },
  retention: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]FILE',
    help: 'JSON file of the days that data is kept: executions, results, audit, deleted; null is for ever. Default: 90, 400, 400 and 30 in a new database, for ever in one that was there before.',
  },
  models: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]FILE',
    help: 'JSON file of model providers that speak OpenAI-compatible chat completions. Without it only the offline models "mock/…" are known.',
  },
  'retry-time-scale': {
    type: 'string',
    value: 'NUMBER',
    default: '1',
    help: 'Divides the delays between delivery attempts, in development alone.',
  },
  demo: {
    type: 'boolean',
    help: "Serves one environment with a team's data in it instead, in a temporary directory, over plain HTTP on the loopback address and --development-port; its keys are printed. POST /__demo/reset brings the data back.",
  },
  'frozen-time': {
    type: 'string',
    value: 'TIME',
    help: 'With --demo: the time at which the service stands still, such as 2026-11-02T10:00:00Z.',
  },
  'allow-missing': {
    type: 'boolean',
    help: 'Serves development alone, with operations that have no handler yet: those answer 501 with the example that the document shows, once credential, limits, scopes and request are found right.',
  },
  'no-bootstrap': { type: 'boolean', help: 'Makes no organization and no keys at the first start.' },
  'max-connections': {
    type: 'string',
    value: 'NUMBER',
    help: 'Connections that an environment has from clients at once; further ones are closed. Default: a quarter of what the limit of file descriptors (ulimit -n) leaves.',
  },
  'metrics-port': {
    type: 'string',
    value: 'PORT',
    help: 'Port that serves /metrics in the text format of Prometheus, over plain HTTP, without a credential; 0 takes any free one. Default: no metrics.',
  },
  'metrics-host': {
    type: 'string',
    value: 'ADDRESS',
    help: 'Address or name of --metrics-port. Default: 127.0.0.1.',
  },
  'shutdown-timeout': {
    type: 'string',
    value: 'DURATION',
    default: '10s',
    help: 'Time for running requests, jobs and administration commands once the server is stopped.',
  },
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    default: 'info',
    help: 'trace, debug, info, warn, error, fatal or silent. The log is JSON lines on standard error.',
  },
} as const satisfies FlagTable
