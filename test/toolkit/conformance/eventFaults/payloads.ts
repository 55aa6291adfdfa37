/** Faults in the payload of an event. */
import { changed, type DeliveryFault, fault, says, sends, withHeader, withholds } from './delivery.ts'

export const payloadFaults: DeliveryFault[] = [
  fault(
    'no-event-for-deleted',
    'event-arrives',
    'A copy of the prompts keeps what was deleted.',
    'Events, prompt.deleted',
    withholds('prompt.deleted'),
  ),
  fault(
    'no-event-for-versions',
    'event-arrives',
    'A release script waits for ever for the new version.',
    'Events, prompt.version.created',
    withholds('prompt.version.created'),
  ),
  fault(
    'no-event-for-members',
    'event-arrives',
    'A directory never hears of who was invited.',
    'Events, member.invited',
    withholds('member.invited'),
  ),
  fault(
    'event-comes-with-two-ids',
    'event-arrives',
    'A receiver that looks at ids does the work twice.',
    'Envelope, id: the basis for idempotency',
    () => async (posted, forward) => {
      const { status } = await forward(posted)
      await forward(
        changed(posted, (event) => {
          event.id = `${String(event.id).slice(0, -4)}0000`
        }),
      )
      return status
    },
  ),
  fault(
    'event-shows-another-name',
    'event-matches-change',
    'A mirror shows a name that nobody gave.',
    'Envelope, data: the resource that caused the event',
    says((event) => {
      event.data.name = `${event.data.name} (copy)`
    }),
  ),
  fault(
    'event-shows-no-content',
    'event-matches-change',
    'A mirror loses the text of every prompt.',
    'Envelope, data',
    says((event) => {
      if (typeof event.data.content === 'string') event.data.content = 'x'
    }),
  ),
  fault(
    'event-version-one-behind',
    'event-matches-change',
    'A cache keeps the former version for the newest.',
    'Envelope, data.version',
    says((event) => {
      typeof event.data.version === 'number' && event.data.version--
    }),
  ),
  fault(
    'event-names-another-actor',
    'event-matches-change',
    'The audit of a customer blames somebody else.',
    'Envelope, data.updatedBy',
    says((event) => {
      if (typeof event.data.updatedBy === 'string') event.data.updatedBy = 'user_01m45h7a00evg9w8esfn63m7hm'
    }),
  ),
  fault(
    'triggered-by-dashboard',
    'event-matches-change',
    'Automation takes its own changes for those of people.',
    'Envelope, metadata.triggeredBy',
    says((event) => {
      event.metadata.triggeredBy = 'dashboard'
    }),
  ),
  fault(
    'names-another-organization',
    'event-matches-change',
    'Events of one customer are filed under another.',
    'Envelope, metadata.organizationId',
    says((event) => {
      event.metadata.organizationId = 'org_01m3v7jkd0fbwa6x8bc1wf9daa'
    }),
  ),
  fault(
    'leaves-out-the-workspace',
    'event-matches-schema',
    'A typed receiver fails at every event.',
    'Envelope, metadata.workspaceId',
    says((event) => void delete event.metadata.workspaceId),
  ),
  fault(
    'created-at-as-number',
    'event-matches-schema',
    'A typed receiver fails at every event.',
    'Envelope, createdAt: ISO 8601',
    says((event) => {
      event.createdAt = Date.parse(String(event.createdAt))
    }),
  ),
  fault(
    'leaves-out-api-version',
    'event-matches-schema',
    'A receiver cannot tell which form it gets.',
    'Envelope, apiVersion',
    says((event) => void delete event.apiVersion),
  ),
  fault(
    'says-an-undeclared-member',
    'event-matches-schema',
    'What is internal is shown to every receiver.',
    'the AsyncAPI document',
    says((event) => {
      event.data.internalCost = 1
    }),
  ),
  fault(
    'type-in-capitals',
    'event-arrives',
    'No branch of a receiver fits any more.',
    'Event types',
    says((event) => {
      event.type = String(event.type).toUpperCase()
    }),
  ),
  fault(
    'content-type-text',
    'event-matches-schema',
    'Frameworks do not parse the body.',
    'Events: a JSON body',
    sends((posted) => withHeader(posted, 'content-type', 'text/plain')),
  ),
]
