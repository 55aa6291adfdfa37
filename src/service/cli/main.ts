#!/usr/bin/env node
/** The program `prompt-service`. Only this file reads the command line and the environment. */
import { createRequire } from 'node:module'
import { startProgram } from 'specwright/cli'
import { commands, groups } from './commands.ts'

const { version } = createRequire(import.meta.url)('prompt-service/package.json') as { version: string }

await startProgram(
  {
    name: 'prompt-service',
    description: 'The Prompt Management Service: the server, its administration, and webhooks.',
    version,
    commands,
    groups,
    failure: 1,
  },
  process,
)
