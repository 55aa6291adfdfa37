/** Lints documents on a thread of its own. */
import { createLinter, type LintTask } from '../lint/index.ts'
import { serveTasks } from '../openapi/thread.ts'

const linter = createLinter()

serveTasks((task: LintTask) => linter.all(task))
