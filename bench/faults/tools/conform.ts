/** `specwright conform` as a program, with the configuration of the target. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Complaint, Run, Tool } from './tool.ts'
import { printed } from './tool.ts'

const root = join(import.meta.dirname, '../../..')

interface Finding {
  cause: string
  operationId?: string
  subject?: string
  repeated?: boolean
  message: string
  curl?: string
}

/** A fault changes the length of what GET returns; the proxy passes on the length that HEAD had. */
const OF_THE_PROXY = /^head-matches-get\/head-header-differs Content-Length/

export const conform: Tool = {
  name: 'conform',
  async run(run: Run): Promise<Complaint[]> {
    const report = join(run.folder, 'report.json')
    const command = [
      ...[process.execPath, '--import', join(root, 'node_modules/tsx/dist/loader.mjs')],
      ...[join(root, 'src/toolkit/cli/main.ts'), 'conform', run.document, run.target, '--config', run.config],
      ...['--seed', `${run.seed}`, '--time-budget', `${run.budgetSeconds}s`, '--report', `json=${report}`],
      // Each run has a fresh server without data of value.
      '--allow-existing-data',
    ]
    const text = await printed(command, run)
    if (!existsSync(report)) throw new Error(`conform wrote no report: ${text}`)
    const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: Finding[] }
    return findings
      .filter(({ repeated, cause }) => repeated !== false && !OF_THE_PROXY.test(cause))
      .map(({ cause, operationId = '', subject = '', message, curl = '' }) => ({
        key: [cause, operationId, subject.replaceAll(/\d+/g, '0')].join(' '),
        text: `${message}\n${curl}`,
      }))
  },
}
