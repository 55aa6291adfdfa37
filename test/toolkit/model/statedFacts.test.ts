/** Sentences about sole flags, supplies, changes, moves and sums, and sentences that look alike. */
import { expect, it } from 'vitest'
import { createApi } from '../../../src/toolkit/model/api.ts'
import { childEffectsIn, settingOf } from '../../../src/toolkit/model/childEffects.ts'
import {
  restoreSentence,
  rulesOutOverlaps,
  saysCreatesElse,
  saysEveryChange,
  saysLastChange,
  saysListedToo,
  saysPattern,
  saysSole,
  saysSumOfAll,
  saysUnlistedByDefault,
} from '../../../src/toolkit/model/description.ts'
import { findResources } from '../../../src/toolkit/model/resources.ts'
import { sumLimits } from '../../../src/toolkit/model/sumLimits.ts'
import { transitionsIn } from '../../../src/toolkit/model/transitions.ts'
import { documentOf } from '../../../src/toolkit/openapi/documentOf.ts'
import { kind } from './smallKinds.ts'

it.each<[text: string, property: string, said: ReturnType<typeof saysSole>]>([
  [
    "Whether this is the default. Exactly one of a customer's addresses is the default.",
    'is_default',
    'exactly',
  ],
  ['Only one address can be primary.', 'primary', 'at most'],
  ['At most one address per customer is the default.', 'default', 'at most'],
  ['Whether the poll allows only one answer.', 'allows_one_answer', undefined],
  ['Limits each customer to only one ticket.', 'one_per_customer', undefined],
  ['Only one address of each type is primary.', 'primary', undefined],
  ['Only one of `is_billing` and `is_shipping` may be true.', 'is_billing', undefined],
  ['Exactly one published version is current.', 'is_current', undefined],
])('%s: %s', (text, property, said) => expect(saysSole(text, property, ['address'], ['customer'])).toBe(said))

it.each<[text: string, isRead: boolean]>([
  ['A placed order gives the quantities of its lines back to the lots.', true],
  ['Deleting a planned shipment releases the reserved pieces.', true],
  ['Puts the quantity back into the stock of the medicine.', true],
  ['All its bookings are cancelled and give their places back.', true],
  ['Frees the seats after 10 minutes.', false],
  ['Only unshipped items are released back to stock.', false],
  ['Stock is restored by a background process.', false],
  ['The stock is released once the warehouse confirms.', false],
  ['Returned parts go back to the supplier.', false],
  ['The price of the tickets is given back.', false],
])('%s', (text, isRead) => expect(restoreSentence(text) !== undefined).toBe(isRead))

it('reads long texts without a full stop', () => {
  expect(restoreSentence('adds items '.repeat(2_000))).toBeUndefined()
})

it.each<[text: string, isAny: boolean]>([
  ['When the order was last changed.', true],
  ['When it was last modified.', true],
  ['Time of the last change.', true],
  ['When the order last changed state or was refunded.', true],
  ['When the order was last changed by a PATCH; equal to created_at until then.', false],
  ['When the price was last changed.', false],
  ['When the settings were last changed.', false],
])('%s', (text, isAny) => expect(saysLastChange(text, ['order'])).toBe(isAny))

it.each<[text: string, name: string | undefined, isAny: boolean]>([
  ['Every change to a resource updates its `updated_at`.', 'updated_at', true],
  ['Every update to an order, including state changes, bumps `updated_at`.', 'updated_at', true],
  ['`updatedAt` is refreshed whenever the order changes.', 'updatedAt', true],
  ['Last modification. Set on each write.', undefined, true],
  ['Changed on every update of the price by an administrator.', undefined, false],
  ['Every change of the price updates `priced_at`.', 'updated_at', false],
  ['Set on creation.', undefined, false],
])('%s (%s)', (text, name, isAny) => expect(saysEveryChange(text, name)).toBe(isAny))

it.each<[text: string, after: Record<string, string[]> | undefined]>([
  [
    'Allowed moves: open to in_progress or void; in_progress to open (reopened) or closed. Any other move gives 409.',
    { open: ['in_progress', 'void'], in_progress: ['open', 'closed'] },
  ],
  ['Allowed transitions: open to closed (or void); closed to open.', undefined],
  ['Valid status changes are only: open to closed, closed to open, and all states to void.', undefined],
  ['Allowed moves: open to closed, closed to either open or void. Other moves give 409.', undefined],
  ['Allowed moves: open to in_progress, and later closed.', undefined],
])('%s', (text, after) => {
  const found = transitionsIn([text], ['open', 'in_progress', 'closed', 'void'])
  const known = found?.isComplete ? [...found.after].map(([from, to]) => [from, [...to]]) : undefined
  expect(known && Object.fromEntries(known)).toEqual(after)
})

it.each<[text: string, isLimit: boolean]>([
  ['All refunds of the sale together are more than its `amount`.', true],
  ['The sum of all refunds exceeds the amount of the sale.', true],
  ['The sale becomes `overpaid` if all refunds together exceed its `amount`.', false],
  ['The refund is more than the amount.', false],
])('%s', (text, isLimit) => {
  const amount = { type: 'integer' }
  const document = documentOf({
    openapi: '3.1.0',
    info: { title: 'Sales', version: '1' },
    paths: {
      ...kind('sales', { amount }),
      ...kind('refunds', { sale_id: { type: 'string' }, amount }, { description: text }),
    },
  })
  const paths = document.root.paths as Record<string, { post?: { responses: Record<string, object> } }>
  Object.assign(paths['/refunds']?.post?.responses ?? {}, { 409: { description: isLimit ? text : '' } })
  const api = createApi(document)
  const graph = findResources(api)
  expect(graph.resources.flatMap((one) => sumLimits(api, graph, one)).length > 0).toBe(isLimit)
})

it.each<[text: string, isSum: boolean]>([
  ['Sum of the refunds of the shipment. Never more than the charge.', true],
  ['The sum of the refunds. Shipping and taxes are added on top.', false],
  ['Total of the refunds. A discount is subtracted.', false],
])('%s', (text, isSum) => expect(saysSumOfAll(text, 'refund')).toBe(isSum))

it.each<[text: string, isCreated: boolean]>([
  ['Add / update a new route with the supplied id', true],
  ['Creates or replaces the item.', true],
  ['Updates the item, or creates it.', true],
  ['Upserts the item', true],
  ['Replaces the item. It is created if it does not exist.', true],
  ['Update a user or remove added fields', false],
  ['Replaces the settings created by POST or added later.', false],
  ['Updates the item that was created or imported.', false],
])('%s', (text, isCreated) => expect(saysCreatesElse(text)).toBe(isCreated))

it.each<[text: string, isRead: boolean, says: (text: string) => boolean]>([
  [
    'Discontinued products are left out unless `include` is true.',
    true,
    (one) => saysUnlistedByDefault(one, 'discontinued'),
  ],
  [
    'Discontinued products are listed by default.',
    false,
    (one) => saysUnlistedByDefault(one, 'discontinued'),
  ],
  ['Whether discontinued products are listed, too.', true, saysListedToo],
  ['Also lists private projects that you are not a member of.', false, saysListedToo],
  ['Matches the specified pattern (use % for wildcards).', true, saysPattern],
  ['Only names that contain this text.', false, saysPattern],
])('%s: %s', (text, isRead, says) => expect(says(text)).toBe(isRead))

const visits = { nouns: ['visit'], holders: ['animal'], states: ['requested', 'confirmed', 'cancelled'] }

it.each<[text: string, state: string | undefined]>([
  ['Setting `status` to `deceased` also cancels all requested visits of the animal.', 'deceased'],
  ['Changing it to closed cancels all its visits, with the cancel reason.', 'closed'],
  ['Cancels all its visits.', undefined],
  ['Setting a reminder to early cancels nothing.', undefined],
])('%s', (text, state) => {
  const [effect] = childEffectsIn(text, visits, () => false)
  expect(effect && settingOf(effect.text)?.state).toBe(state)
})

it.each<[text: string, isRuledOut: boolean]>([
  [
    'the time from `a` to `b` overlaps, even partly, that of another open visit (requested or confirmed) of the same vet',
    true,
  ],
  ['It must not overlap with a confirmed visit of the same vet', true],
  ['Two visits of one vet (or two without one) must not be in force on the same day', true],
  ['Two visits of one vet must not be deleted at the same time', false],
  ['the time from `a` to `b` is in the past', false],
  ['Visits of different vets can never overlap', false],
])('%s', (text, isRuledOut) =>
  expect(rulesOutOverlaps(text, { noun: 'visit', states: visits.states, parts: ['vet'] })).toBe(isRuledOut),
)
