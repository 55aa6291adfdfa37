/** Default orders of lists in words. */
import { describe, expect, it } from 'vitest'
import { type Kind, orderedProperty, spokenOrder } from '../../../src/toolkit/model/spokenOrders.ts'

const kinds = new Map<string, Kind>([
  ['id', 'text'],
  ['name', 'text'],
  ['zone', 'text'],
  ['shirt_number', 'number'],
  ['average_rating', 'number'],
  ['review_count', 'number'],
  ['price_cents', 'number'],
  ['deadline', 'time'],
  ['expires_on', 'time'],
  ['joined_at', 'time'],
  ['starts_at', 'time'],
  ['customer_id', 'text'],
  ['open_words', 'number'],
  ['weight_kg', 'number'],
  ['rooms', 'other'],
])

/** `deadline up, name down, missing last` */
function shortForm(text: string): string | undefined {
  const found = spokenOrder([text], kinds, ['desks'])
  if (found === undefined || found.by === 'creation') return undefined
  const way = (down: boolean) => (down ? 'down' : 'up')
  const { by, descending, eitherWay, further, missing } = found
  return [
    `${by.property} ${eitherWay ? 'either way' : way(descending)}`,
    ...(further === undefined ? [] : [`${further.property} ${way(further.descending)}`]),
    ...(missing === undefined ? [] : [`missing ${missing}`]),
  ].join(', ')
}

describe('the default order in words', () => {
  it.each<[sentence: string, order: string | undefined]>([
    ['Desks, sorted by zone and then by name.', 'zone up, name up'],
    // Orders of other places, and entries that are moved.
    ['In the app, desks are sorted by name.', undefined],
    ['The CSV export is ordered by zone.', undefined],
    ['Usually sorted by name.', undefined],
    ['Sorted by name (planned).', undefined],
    ['Favorites come first. Sorted by name.', undefined],
    ['Sorted by name. Archived desks come last.', undefined],
    ['Sorted by name. The current desk is always at the top.', undefined],
    ['Ordered by `zone`, then `name`, both descending.', 'zone down, name down'],
    ['Sorted by zone, name, shirt number (numeric, so 9 before 10).', 'zone up, name up'],
    ['A page of players, by `shirt_number` ascending.', 'shirt_number up'],
    ['by deadline desc, then zone asc', 'deadline down, zone up'],
    ['By shirt number', 'shirt_number up'],
    ['By average rating', 'average_rating either way'],
    ['Members in order of zone, then name, without regard to case.', 'zone up, name up'],
    ['In alphabetical order of zone', 'zone up'],
    ['Rooms in playing order, i.e. by `name`.', 'name up'],
    [
      'Sorted by average rating, highest first, those without a figure last.',
      'average_rating down, missing last',
    ],
    ['By expiry date, the earliest first.', 'expires_on up'],
    ['Sorted by price in cents, from high to low.', 'price_cents down'],
    ['Sorted by price, from high to low.', 'price_cents down'],
    ['Ranked by average rating (highest first), then by name.', 'average_rating down, name up'],
    [
      'Soonest deadline first; tasks with the same deadline: the one with the higher average rating first.',
      'deadline up, average_rating down',
    ],
    ['Newest `deadline` first; tasks of the same day are ordered by id ascending.', 'deadline down, id up'],
    [
      'Best average rating first. Where that is the same, whoever has more reviews wins.',
      'average_rating down, review_count down',
    ],
    [
      'Best average rating first; where that is the same, the ones with fewer reviews first.',
      'average_rating down, review_count up',
    ],
    [
      'Soonest deadline first; tasks with the same deadline: the heavier one first.',
      'deadline up, weight_kg down',
    ],
    ['Soonest deadline first; among equals the cheaper one comes first.', 'deadline up, price_cents up'],
    ['Soonest deadline first; among equals the nicer one comes first.', 'deadline up'],
    [
      "Ordered by current workload (open words), the least busy first, and alphabetically where that's equal.",
      'open_words up, name up',
    ],
    ['Ordered by workload (open words), the most loaded first.', 'open_words down'],
    ['Ordered by workload (see below), the most loaded first.', undefined],
    ['Sorted by zone, and alphabetically among equals.', 'zone up, name up'],
    ['Highest average rating first. Unrated ones are at the bottom.', 'average_rating down, missing last'],
    ['By deadline. No deadline means bottom of the list.', 'deadline up, missing last'],
    ['Members, most recently joined first.', 'joined_at down'],
    ['The coupons that expire soonest are returned first.', 'expires_on up'],
    ['Soonest to expire first.', 'expires_on up'],
    ['Plans, from cheap to expensive', 'price_cents up'],
    ['Cheapest first; among equals the one with the lower shirt number.', 'price_cents up, shirt_number up'],
    ['Chronological; simultaneous ones by zone.', 'starts_at up, zone up'],
    ['In chronological order.', 'starts_at up'],
    // Other lists, conditions, requests, and orders that more than the keys decide.
    ['Returns the venue with its rooms sorted by name.', undefined],
    ['Each venue has its rooms ordered by name.', undefined],
    ['If `q` is given, sorted by name.', undefined],
    ['Use `sort=name` to get the list ordered by name.', undefined],
    ['Can be sorted by name.', undefined],
    ['Not sorted by name.', undefined],
    ['Sorted by name, archived desks at the end.', undefined],
    ['Sorted by distance, then by name.', undefined],
    ['Statistics, by zone.', undefined],
    ['Grouped by zone, sorted by name.', undefined],
    ['Orders placed by customer.', undefined],
    ['Venues added by name of their owner.', undefined],
    ['Sorted by creation date.', undefined],
    ['Sorted by customer name.', undefined],
    ['Highest priority first.', undefined],
    ['Newest rooms first.', undefined],
    ['Latest deadline first, then archived ones.', undefined],
    ['The best first', undefined],
    ['Sorted by name. Sorted by zone.', 'name up'],
    ['The booking that comes first wins.', undefined],
    ['Bookings are processed in order of arrival.', undefined],
    ['Lists the meals ordered by the guest.', undefined],
    ['Meals ordered by the customer.', undefined],
    ['Viewings arranged by an agent.', undefined],
    ['Desks, ordered by the zone.', 'zone up'],
    ['Counts of visitors, by zone and name.', undefined],
    ['Statistics of sales, by zone and name.', undefined],
    ['Find desks. By zone and name.', undefined],
    ['Find desks. By zone.', undefined],
    ['By zone and name.', undefined],
    ['Filter bookings, by zone and name.', undefined],
    ['Filter bookings sorted by zone.', undefined],
    ['The client shows them sorted by name.', undefined],
    ['Comments of a desk are sorted by deadline, oldest first.', undefined],
    ['Desks are sorted by deadline, oldest first.', 'deadline up'],
    ['The results are sorted by zone.', 'zone up'],
    ['Newest bookings first, by deadline and name.', undefined],
    ['Sorted by deadline. The response has no cursor on the last page.', 'deadline up'],
    ['Sorted by name. Products without a price are shown at the end of the page.', 'name up'],
    ['Sorted by name. Products without a price come last.', undefined],
    ['Sorted by price. Products without a price come last.', 'price_cents either way, missing last'],
    ['Sorted by name, those without a price last.', undefined],
    ['By deadline, ones with no value last.', 'deadline up, missing last'],
  ])('%s', (sentence, order) => {
    expect(shortForm(sentence)).toBe(order)
  })

  it('is unclear where two texts differ', () => {
    expect(spokenOrder(['Sorted by name.', 'Sorted by zone.'], kinds)).toBeUndefined()
  })
})

describe('the property of a sort key', () => {
  it.each<[phrase: string, property: string | undefined]>([
    ['the zone', 'zone'],
    ['start time', 'starts_at'],
    ['rating', 'average_rating'],
    ['number', 'shirt_number'],
    ['full name', 'name'],
    ['zone count', undefined],
    ['customer name', undefined],
    ['date', undefined],
  ])('%s', (phrase, property) => {
    expect(orderedProperty(phrase, kinds)).toBe(property)
  })
})
