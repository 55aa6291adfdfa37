/**
 * The tour of a new user: the tarball in an empty folder, then `init`, an operation more in the document, `generate`, and
 * the compiler that names the missing handler. Then `stub`, its work written, `mock` and `conform`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ARCHIVE = `
  /tasks/{taskId}/archive: {$ref: ./tasks/archive.yaml}`
const OPERATION = `parameters:
  - {name: taskId, in: path, required: true, description: The task., schema: {$ref: ./TaskId.yaml}, example: task_019a43f118b1d04e}
post:
  operationId: sendToArchive
  tags: [tasks]
  summary: Archive a task
  description: It is shown no more.
  responses:
    '204': {description: It is archived.}
    '401': {$ref: ../shared/Unauthorized.yaml}
    '404': {$ref: ../shared/NotFound.yaml}
`
const HANDLER = `import { HttpError } from 'specwright/server'
import type { Handler } from '../handler.ts'
import { tasks } from '../tasks.ts'

export const sendToArchive: Handler<'sendToArchive'> = async ({ path }) => {
  if (!tasks.delete(path.taskId)) throw new HttpError(404, 'There is no such task.')
  return { status: 204 }
}
`

/**
 * @param {{ path: string, env: NodeJS.ProcessEnv }} node
 * @param {string} place an empty folder
 * @returns {string} the duration of the tour after the packages were installed
 * @throws Error that names the step and shows what it printed
 */
export function runTour(node, place, tarball) {
  const run = (command, args, wanted = 0, pattern = /(?:)/) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: place,
      env: node.env,
      timeout: 120_000,
    })
    const text = `${stdout}${stderr}`
    if (status !== wanted || !pattern.test(text))
      throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${text.slice(-800)}`)
    return text
  }
  const npm = (script, wanted, pattern) =>
    run('npm', ['run', '--silent', ...script.split(' ')], wanted, pattern)
  const edit = (name, change) =>
    writeFileSync(join(place, name), change(readFileSync(join(place, name), 'utf8')))

  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball])
  const started = performance.now()
  run('npx', ['specwright', 'init'], 0, /Wrote openapi\/openapi\.yaml/)
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'])
  const working = performance.now()
  npm('lint')
  npm('typecheck')
  edit('openapi/openapi.yaml', (text) => text.replace('\ncomponents:', `${ARCHIVE}\ncomponents:`))
  writeFileSync(join(place, 'openapi/tasks/archive.yaml'), OPERATION)
  npm('generate', 0, /Wrote generated/)
  npm('typecheck', 2, /sendToArchive/)
  npm('stub -- sendToArchive', 0, /src\/handlers\/sendToArchive\.ts written/)
  npm('typecheck', 2, /writeMe/)
  writeFileSync(join(place, 'src/handlers/sendToArchive.ts'), HANDLER)
  edit('src/handlers/index.ts', (text) =>
    text
      .replace(
        'import { updateTask }',
        "import { sendToArchive } from './sendToArchive.ts'\nimport { updateTask }",
      )
      .replace('listTasks, updateTask', 'listTasks, sendToArchive, updateTask'),
  )
  npm('typecheck')
  npm('conform:mock', 0, /no findings/)
  npm('conform', 0, /no findings/)
  npm('diff', 0, /1 compatible|sendToArchive/)
  const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(0)} s`
  return `init to conform in ${seconds(started)}, of which ${seconds(working)} without the second install`
}
