/** The flags of `prompt-service evaluate`. */
import type { FlagTable } from 'specwright/cli'

export const flags = {
  prompt: { type: 'string', value: 'ID', help: 'The prompt.' },
  'prompt-version': {
    type: 'string',
    value: 'NUMBER',
    help: 'Its version; the last published one when left out.',
  },
  dataset: { type: 'string', value: 'ID', help: 'The dataset.' },
  'dataset-version': { type: 'string', value: 'NUMBER', help: 'Its version; the newest when left out.' },
  scorers: { type: 'string', value: 'FILE', help: 'JSON or YAML file with the list of scorers.' },
  model: { type: 'string', value: 'NAME', help: "The model; the prompt's own when left out." },
  temperature: {
    type: 'string',
    value: 'NUMBER',
    help: "Sampling temperature; the prompt's own when left out.",
  },
  concurrency: { type: 'string', value: 'NUMBER', help: 'Cases that run in parallel, 1 to 16.' },
  name: { type: 'string', value: 'TEXT', help: 'Name of the run.' },
  'fail-under': {
    type: 'string',
    value: 'SHARE',
    default: '1',
    help: 'Share of cases that must pass, such as 0.9.',
  },
  report: {
    type: 'string',
    multiple: true,
    value: 'KIND=FILE',
    help: 'Writes the results: "junit=FILE" for CI systems, "json=FILE" as the API shows them.',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    default: 'https://localhost:8444/v1',
    help: 'Address of the service API.',
  },
  'key-env': {
    type: 'string',
    value: 'NAME',
    default: 'PROMPT_SERVICE_API_KEY',
    help: 'Environment variable that contains the API key.',
  },
  ca: {
    type: 'string',
    value: 'FILE',
    help: "CA certificate (PEM) that issued the service's certificate, such as data/tls/ca.pem.",
  },
} as const satisfies FlagTable
