/**
 * The order of the test files: the long ones first, so that at the end no file occupies one processor while the other
 * has nothing left to do. The rest follows by size, as in vitest where it remembers no durations.
 *
 * Modules that a process has compiled or loaded are ready for its next files. The browser's file is longer than the
 * contract's. While it runs, the other process continues with those that need the strict validator, which needs a quarter
 * of a minute for all operations.
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = [
  // Collects garbage many times, which costs the more, the more files this process has run.
  'test/service/features/datasets/largeDataset.test.ts',
  'test/contract.test.ts',
  'test/service/pages/browser.test.ts',
  'test/echo.test.ts',
  'test/givenTimes.test.ts',
  'test/service/features/datasets/datasets.test.ts',
  'test/service/server/unwritten.test.ts',
  'test/service/features/evaluations/createEvaluation.test.ts',
  'test/service/features/datasets/importItems.test.ts',
  'test/service/server/steps/validate/differential.test.ts',
  'test/service/server/steps/validate/messages.test.ts',
  'test/service/eventLoop.test.ts',
  'test/docs/site.test.ts',
  'test/service/cli/shutdown.test.ts',
  'test/service/cli/serve.test.ts',
  'test/scripts/new.test.ts',
  'test/scripts/test.test.ts',
  'test/scripts/generate.test.ts',
  'test/scripts/anyDocument.test.ts',
  'test/service/features/evaluations/reportsKilled.test.ts',
  'test/service/events/kill.test.ts',
  'test/docs/guides.test.ts',
  'test/toolkit/conformance/runner/conform.test.ts',
  'test/service/cli/disk.test.ts',
  'test/service/cli/backup.test.ts',
  'test/service/cli/descriptors.test.ts',
  'test/toolkit/mock/mock.test.ts',
  'test/readme.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const gone = LONG.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))
    if (gone.length > 0) throw new Error(`test/order.ts lists ${gone.join(', ')}; there is no such file.`)
    const rank = ({ project, moduleId }: TestSpecification) => {
      const place = LONG.indexOf(relative(project.config.root, moduleId))
      return place === -1 ? LONG.length : place
    }
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
