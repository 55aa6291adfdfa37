/** The operations of which a run gets no response with 2xx. */
import { runConformance, runnerRules } from '../../../../src/toolkit/conformance/conform.ts'
import { startJson } from './jsonServer.ts'

/**
 * Runs the rule on valid requests against a server in this process.
 * @param further other rules, whose checks get to an operation after what others have seen
 * @returns the operations that were not reached with their obstacles, and how many were reached of how many
 */
export async function unreachedOn(
  document: Parameters<typeof runConformance>[0]['document'],
  handle: Parameters<typeof startJson>[0],
  further: readonly string[] = [],
  allowExistingData = false,
) {
  await using server = await startJson(handle)
  const unreached: string[] = []
  const { reached } = await runConformance({
    document,
    target: server.url,
    identities: [{ name: 'anyone', credentials: [] }],
    rules: runnerRules.filter(({ id: rule }) => ['valid-request-succeeds', ...further].includes(rule)),
    allowExistingData,
    subscribers: [
      (event) => {
        if (event.type === 'run-finished')
          unreached.push(...event.summary.unreached.map((one) => JSON.stringify(one)))
      },
    ],
  })
  return { unreached, reached }
}
