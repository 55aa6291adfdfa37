import type { CheckContext } from '../../engine/rule.ts'
import type { RuleFact } from '../../messages/catalogue.ts'
import type { Delivery } from '../../receiver/receiver.ts'
import { signatureProblems } from '../../receiver/schemes.ts'
import { definitionOf } from '../../ruleCatalogue.ts'
import { secretsFor } from '../secretsFor.ts'
import type { EventSession } from '../session.ts'
import type { Subscription } from '../subscription.ts'
import { about, deliveryLabel, type EventRule, eachArrived } from './each.ts'

/** The signature of each delivery is that of its raw bytes under the secret of its subscription. */
export const eventSignatureValid: EventRule = (session) => ({
  ...definitionOf('event-signature-valid'),
  *checks(plan) {
    yield* eachArrived(session, plan, 'event-signature-valid', (context, arrived) => {
      for (const problem of problemsOf(session, context, arrived.delivery, arrived.subscription))
        context.broken(about(session, arrived, problem))
    })
    yield {
      name: 'every delivery',
      operation: undefined,
      exclusive: true,
      run: async (context) => {
        const [observation] = session.observations
        if (observation === undefined) return context.notObserved({ code: 'not-arrived', what: 'event' })
        for (const subscription of session.subscriptions)
          for (const delivery of subscription.mailbox.deliveries) {
            const [problem] = problemsOf(session, context, delivery, subscription)
            if (problem === undefined) continue
            context.broken(about(session, observation, problem, { within: deliveryLabel(session, delivery) }))
            return
          }
      },
    }
  },
})

function problemsOf(
  { signature, contract }: EventSession,
  context: CheckContext,
  delivery: Delivery,
  subscription: Subscription,
): RuleFact[] {
  const { scheme, known, header } = signature
  if (scheme === undefined)
    return context.notObserved(
      known
        ? { code: 'not-signed' }
        : { code: 'unset', what: `how ${header ?? 'a delivery'} is signed`, key: 'webhooks.scheme' },
    )
  const secrets = secretsFor(subscription, contract.messageOf(delivery))
  if (secrets.length === 0)
    return context.notObserved({
      code: 'unset',
      what: 'the secret of the subscription',
      key: 'webhooks.members.secret, or its value as webhooks.secret',
    })
  return signatureProblems(scheme, delivery, secrets)
}
