/** Good and bad deliveries for a user's receiver, each with the behavior of a careful one. */
import { badDigests, badTimes, missingParts } from './badDeliveries.ts'
import { type CaseOptions, type ReceiverCase, whole } from './delivery.ts'
import { goodCases } from './goodDeliveries.ts'

/** Every case that the scheme has. */
export function receiverCases(options: CaseOptions): ReceiverCase[] {
  const { scheme } = options
  const timed = scheme.content.includes('timestamp')
  return [
    ...goodCases(options),
    ...badDigests(options),
    ...missingParts(options),
    ...(timed ? badTimes(options) : []),
    {
      name: 'as it is sent, after all that',
      expect: 'taken',
      because: 'a receiver that bad deliveries stop loses the good ones',
      send: () => [whole(options)],
    },
  ]
}
