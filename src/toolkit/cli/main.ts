#!/usr/bin/env node
/** The program `specwright`. Only this file reads the command line and the environment. */
import { createRequire } from 'node:module'
import { commands, groups } from './commands.ts'
import { startProgram } from './program/startProgram.ts'

const { version } = createRequire(import.meta.url)('specwright/package.json') as { version: string }

await startProgram(
  {
    name: 'specwright',
    description: 'Design, test, mock and publish APIs from their OpenAPI and AsyncAPI documents.',
    version,
    commands,
    groups,
    failure: 2,
  },
  process,
)
