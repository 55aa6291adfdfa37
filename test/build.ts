/** Before the tests: the program that they start is the built one, as its users start it, and as new as its sources. */
import type { TestProject } from 'vitest/node'
import { buildIsStale, root, run } from '../scripts/prepare.mjs'

export default function setup(project: TestProject): void {
  build()
  project.onTestsRerun(async () => build())
}

function build(): void {
  if (buildIsStale(root)) run(process.execPath, ['scripts/build.mjs'])
}
