/** The flags of `prompt-service serve`. */
import type { FlagTable } from 'specwright/cli'

export const flags = {
  'production-port': {
    type: 'string',
    value: 'PORT',
    default: '8443',
    help: 'Port of the production environment; 0 for any free port.',
  },
  'development-port': {
    type: 'string',
    value: 'PORT',
    default: '8444',
    help: 'Port of the development environment; 0 for any free port.',
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
    help: 'Directory of databases, keys and certificates. Created when absent, readable by its owner only.',
  },
  database: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]URL',
    help: 'PostgreSQL instead of the SQLite files: postgres://user:password@host:port/database. Each environment has a schema of its name there. DATABASE_URL has the same effect and hides the password from the list of processes.',
  },
  'database-connections': {
    type: 'string',
    value: 'NUMBER',
    help: 'Maximum connections of an environment to its PostgreSQL, in addition to one for its lock. Default: 10.',
  },
  shared: {
    type: 'boolean',
    help: 'Share the PostgreSQL with other processes, each with this flag, its own data directory and the same master keys. Without it, only one process may use the database.',
  },
  workers: {
    type: 'string',
    value: 'NUMBER',
    default: '1',
    help: 'Processes of this machine that share the ports; requires --database for each environment. Each has its own connections and limits.',
  },
  'tls-cert': {
    type: 'string',
    value: 'FILE',
    help: 'Certificate chain (PEM) instead of a certificate of the local CA; requires --tls-key. Read again every hour.',
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
    help: 'Network of proxies that may send plain HTTP with "X-Forwarded-Proto: https"; the client address is then that of X-Forwarded-For.',
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
    help: '"strict" checks requests and responses against the document, "compiled" only requests and faster. Default: compiled in production, strict in development.',
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
    help: "CA certificate (PEM) that may issue receivers' certificates, in addition to the public CAs.",
  },
  retention: {
    type: 'string',
    multiple: true,
    value: '[ENVIRONMENT=]FILE',
    help: 'JSON file of the days that data is retained: executions, results, audit, deleted; null is for ever. Default: 90, 400, 400 and 30 in a new database, for ever in an existing one.',
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
    help: 'Divides the delays between delivery attempts, in development only.',
  },
  demo: {
    type: 'boolean',
    help: "Serves one environment with a team's data in it instead, in a temporary directory, over plain HTTP on the loopback address and --development-port; its keys are printed. POST /__demo/reset brings the data back.",
  },
  'frozen-time': {
    type: 'string',
    value: 'TIME',
    help: 'With --demo: the fixed time of the service, such as 2026-11-02T10:00:00Z.',
  },
  'allow-missing': {
    type: 'boolean',
    help: 'Serves only development, with operations that have no handler yet. Those return 501 and the example of the document, after checks of credential, limits, scopes and request.',
  },
  'no-bootstrap': { type: 'boolean', help: 'Makes no organization and no keys at the first start.' },
  'max-connections': {
    type: 'string',
    value: 'NUMBER',
    help: 'Maximum client connections of an environment; further ones are closed. Default: a quarter of what the limit of file descriptors (ulimit -n) leaves.',
  },
  'metrics-port': {
    type: 'string',
    value: 'PORT',
    help: 'Port that serves /metrics in the text format of Prometheus, over plain HTTP, without a credential; 0 for any free port. Default: no metrics.',
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
    help: 'trace, debug, info, warn, error, fatal or silent. The log is written to standard error.',
  },
  'log-format': {
    type: 'string',
    value: 'FORMAT',
    choices: ['json', 'pretty'],
    help: 'json: a JSON object per line. pretty: lines for people. Default: pretty on a terminal, otherwise json.',
  },
} as const satisfies FlagTable
