/** Before the tests: the program that some of them start is built anew when a source is newer than it. */
import { buildIsStale, run } from '../../scripts/prepare.mjs'

export default function build(): void {
  if (buildIsStale()) run(process.execPath, ['scripts/build.mjs'])
}
