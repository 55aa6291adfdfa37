/** The result of a run for people. */
import { foreignText } from '../../openapi/foreignText.ts'
import { plural } from '../../openapi/plural.ts'
import { type Paint, wrapped } from '../../theme/terminalText.ts'
import { type FaultFacts, type MutateReport, scoreText, survivorsOf } from './facts.ts'
import { FAMILY_TITLES } from './sentences.ts'

/** Further survivors are in the reports that are files. */
const MAX_SHOWN = 20

/**
 * The lines of a report: survivors by operation, the score of each family, totals last.
 * @param width columns of the terminal; undefined for files and pipes
 */
export function terminalLines(report: MutateReport, paint: Paint, width?: number): string[] {
  const survivors = survivorsOf(report)
  return [
    ...survivorLines(survivors, paint).flatMap((line) => wrapped(line, width)),
    ...familyLines(report, paint),
    '',
    ...warningLines(report)
      .flatMap((line) => wrapped(line, width))
      .map((line) => paint('yellow', line)),
    ...wrapped(`Detection score: ${scoreText(report)}. ${counts(report)}`, width).map((line) =>
      paint('bold', line),
    ),
  ]
}

function survivorLines(survivors: readonly FaultFacts[], paint: Paint): string[] {
  if (survivors.length === 0) return []
  const shown = survivors.slice(0, MAX_SHOWN)
  const routes = [...new Set(shown.map(({ route }) => route))]
  const lines = routes.flatMap((route) => [
    '',
    foreignText(route),
    ...shown
      .filter((one) => one.route === route)
      .flatMap(({ message, location, example }) => [
        `  ${paint('red', '✗')} ${foreignText(message)}`,
        ...(location === undefined ? [] : [`    ${foreignText(location)}`]),
        ...(example === undefined ? [] : [`    ${foreignText(example)}`]),
      ]),
  ])
  const more = survivors.length - shown.length
  return [
    paint('bold', 'Your tests passed with these faults:'),
    ...lines,
    ...(more > 0 ? ['', `${more} more. "--report json=FILE" or "html=FILE" contains all.`] : []),
  ]
}

function familyLines({ families }: MutateReport, paint: Paint): string[] {
  const width = Math.max(...families.map(({ family }) => FAMILY_TITLES[family].length))
  return [
    '',
    paint('bold', 'Detected faults'),
    ...families.map(
      ({ family, detected, survived }) =>
        `  ${FAMILY_TITLES[family].padEnd(width)}  ${String(detected).padStart(3)} of ${detected + survived}`,
    ),
  ]
}

function warningLines({ summary }: MutateReport): string[] {
  const { untried, failsAtEnd, targetGoneAt, operations } = summary
  const { documented, exercised } = operations
  return [
    ...(failsAtEnd
      ? [
          'The tests failed at the end without a fault, for example because of data that earlier runs left. Reset the data before each run; the score is not reliable.',
        ]
      : []),
    ...(targetGoneAt !== undefined
      ? [
          `The target stopped responding with the fault ${foreignText(targetGoneAt)}. ${plural(untried, 'fault was', 'faults were')} not tried. Start the target again, and repeat the fault with --fault to see why it ended.`,
        ]
      : []),
    ...(untried > 0 && targetGoneAt === undefined
      ? [
          `The time budget ended before ${plural(untried, 'more fault')}. Use a longer --time-budget, or --shard.`,
        ]
      : []),
    ...(exercised < documented
      ? [`The tests use ${exercised} of ${documented} operations. The others have no faults in this score.`]
      : []),
  ]
}

const counts = ({ summary: { survived, idle, milliseconds, workers } }: MutateReport): string =>
  [
    `${survived} survived`,
    ...(idle > 0 ? [`${idle} changed nothing`] : []),
    `${(milliseconds / 1000).toFixed(1)} s with ${workers} ${workers === 1 ? 'worker' : 'workers'}.`,
  ].join(', ')
