/** The reports that `--report` requests. */
import { writeFileSync } from 'node:fs'
import type { Subscriber } from '../../conformance/conform.ts'
import { type Terminal, UsageError } from '../program/command.ts'
import { requireWritable } from '../program/givenFile.ts'

type Kit = typeof import('../../conformance/conform.ts')

/**
 * @param given values of `--report`, such as `html=report.html,junit=report.xml`
 * @throws UsageError before anything runs, when a kind is unknown or a file cannot be written
 */
export function reportsOf(given: readonly string[], terminal: Terminal, kit: Kit): Subscriber[] {
  return given
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
      if (!kit.reportNames.includes(name) || (file === undefined && name !== 'github'))
        throw new UsageError(
          `--report received "${text}"; expected KIND=FILE with ${kit.reportNames.join(', ')}.`,
        )
      if (file !== undefined) requireWritable(`--report ${text}`, file)
      const report = kit.fileReport(name, (whole) =>
        file === undefined ? terminal.print(whole.trimEnd()) : writeFileSync(file, whole),
      )
      return (event) => {
        try {
          report(event)
        } catch (error) {
          throw new Error(`--report ${text}: the report could not be written: ${(error as Error).message}`, {
            cause: error,
          })
        }
      }
    })
}
