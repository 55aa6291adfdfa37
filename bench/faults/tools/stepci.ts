/** Step CI with the workflow that it generates from the document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { writeWithServer } from '../document.ts'
import { install } from '../install.ts'
import { type Complaint, headerOf, printed, type Run, settled, type Tool } from './tool.ts'

const PACKAGES = { stepci: '2.8.2' }

interface Workflow {
  config?: object
  tests?: Record<string, { steps?: { http?: { headers?: Record<string, string> } }[] }>
}

export const stepci: Tool = {
  name: 'stepci',
  async run(run: Run): Promise<Complaint[]> {
    const program = join(await install('tools/stepci', PACKAGES), 'node_modules/stepci/dist/index.js')
    const quiet = { ...run, env: { ...run.env, STEPCI_DISABLE_ANALYTICS: '1' } }
    writeWithServer(run.document, join(run.folder, 'api.json'), run.target)
    const file = join(run.folder, 'workflow.yml')
    const made = await printed([process.execPath, program, 'generate', 'api.json', file], quiet)
    const workflow = parse(readFileSync(file, 'utf8')) as Workflow | null
    if (workflow?.tests === undefined) throw new Error(`stepci generated no workflow: ${made}`)
    const header = headerOf(run.credential)
    for (const { steps = [] } of Object.values(workflow.tests))
      for (const { http } of steps)
        if (header !== undefined && http !== undefined)
          http.headers = { ...http.headers, [header[0]]: header[1] }
    // Without it, everything after the first failure is skipped.
    writeFileSync(file, stringify({ ...workflow, config: { ...workflow.config, continueOnFail: true } }))
    const text = await printed([process.execPath, program, 'run', file], quiet)
    return failuresIn(text).map((key) => ({ key }))
  },
}

/** Lines below the name of a failed test. */
function failuresIn(text: string): string[] {
  const found = new Set<string>()
  let test = ''
  for (const line of text.split('\n')) {
    const named = /(?:FAIL|PASS)\s+(.*)/.exec(line)
    if (named) test = named[1] ?? ''
    else if (/✕|⚠|✗|failed|not match|expected/i.test(line)) found.add(settled(`${test}: ${line}`))
  }
  return [...found]
}
