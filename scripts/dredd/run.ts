/**
 * Runs Dredd, a third-party checker, over the real server: `npm run test:dredd`. Fails when a transaction fails,
 * and when Dredd saw fewer transactions than the document has: on a document that it cannot read it runs none
 * and reports success.
 */
import { loadDocument } from '../../src/toolkit/openapi/index.ts'
import { createWorld } from '../../test/contract/world.ts'
import { createReceiver } from '../../test/harness/receiver.ts'
import { startServer } from '../../test/harness/server.ts'
import { runDredd } from './dredd.ts'
import { makePlan } from './plan.ts'

const BUNDLE = 'generated/openapi.v1.json'

async function main(): Promise<boolean> {
  const receiver = await createReceiver()
  const server = await startServer({
    webhookCa: receiver.ca,
    plans: { free: { perMinute: 1, burst: 1, perDay: 1_000 } },
  })
  try {
    const document = loadDocument(BUNDLE)
    const plan = await makePlan(document, await createWorld(server, receiver))
    const { outcomes, code, printed } = await runDredd(document.root, plan, server)
    process.stdout.write(printed)
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    console.log(
      `Dredd: ${outcomes.length} of ${plan.documented} documented transactions seen; ${count('passed')} of ${plan.planned} planned passed, ${count('failed')} failed, ${count('skipped')} skipped.`,
    )
    return (
      code === 0 &&
      plan.planned > 0 &&
      outcomes.length === plan.documented &&
      count('passed') === plan.planned
    )
  } finally {
    await server.close()
    await receiver.close()
  }
}

main().then(
  (passed) => {
    process.exitCode = passed ? 0 : 1
  },
  (error: unknown) => {
    console.error(error)
    process.exitCode = 1
  },
)
