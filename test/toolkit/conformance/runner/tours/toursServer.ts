/** A server whose resources affect each other; right, or with one fault. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readDocument } from '../../../../../src/toolkit/openapi/index.ts'
import { createListener, HttpError } from '../../../../../src/toolkit/server/index.ts'
import type { AnyHandler, Operations, User } from '../../../server/serving.ts'

export const toursDocument = readDocument('test/toolkit/conformance/runner/tours/tours.yaml')

interface Owned {
  id: string
  owner: string
}
interface Guide extends Owned {
  name: string
  license: string | null
  status: string
  retired_at: string | null
}
interface Tour extends Owned {
  title: string
  guide_id: string
  departs_at: string
  capacity: number
  status: string
  opened_at: string | null
}
interface Booking extends Owned {
  tour_id: string
  seats: number
  seat_price: number
  status: string
  confirmed_at: string | null
}

const TRANSITIONS: Record<string, string[]> = { planned: ['open', 'cancelled'], open: ['completed'] }
const GUIDE_TRANSITIONS: Record<string, string[]> = { active: ['resting'], resting: ['active', 'retired'] }

/** @param fault `right` for none */
function resultsFor(fault: string): Record<string, (call: Parameters<AnyHandler>[0]) => unknown> {
  const guides = new Map<string, Guide>()
  const tours = new Map<string, Tour>()
  const bookings = new Map<string, Booking>()
  /** Bookings by the idempotency key that confirmed them. */
  const confirmed = new Map<string, string>()
  let count = 0
  const is = (name: string) => fault === name
  const known = <T extends Owned>(all: Map<string, T>, id: unknown, owner: string, status = 404): T => {
    const found = all.get(String(id))
    if (found === undefined || (found.owner !== owner && !(status === 422 && is('refers to other tenants'))))
      throw new HttpError(status, 'There is no such item.')
    return found
  }
  const own = <T extends Owned>(all: Map<string, T>, owner: string) =>
    [...all.values()].filter((one) => one.owner === owner)
  const bookingsOf = (tour: Tour) => [...bookings.values()].filter(({ tour_id }) => tour_id === tour.id)
  const seatsOf = (some: readonly Booking[]) => some.reduce((sum, { seats }) => sum + seats, 0)
  const showTour = ({ owner: _, ...tour }: Tour) => {
    const all = bookingsOf({ owner: _, ...tour })
    const counted = all.filter(({ status }) => status === 'confirmed' || is('sums all bookings'))
    return {
      ...tour,
      guide_name: is('names another guide') ? [...guides.values()][0]?.name : guides.get(tour.guide_id)?.name,
      booking_count: Math.max(0, all.length - (is('counts one too few') ? 1 : 0)),
      confirmed_seats: seatsOf(counted),
    }
  }
  const showBooking = ({ owner: _, ...booking }: Booking) => ({
    ...booking,
    total_price: is('adds the price')
      ? booking.seats + booking.seat_price
      : booking.seats * booking.seat_price,
  })
  const showGuide = ({ owner: _, ...guide }: Guide) => guide
  const isLost = ({ offset }: Record<string, unknown>) =>
    is('forgets a filter on page 2') && Number(offset) > 0
  return {
    listGuides: ({ caller }) => own(guides, callerOf(caller)).map(showGuide),
    createGuide({ body, caller }) {
      const owner = callerOf(caller)
      const { license = null } = body
      const isUsed = license !== null && own(guides, owner).some((one) => one.license === license)
      if (isUsed && !is('shares licenses')) throw new HttpError(409, 'The license is used.')
      const name = body.name.trim()
      if (name === '') throw new HttpError(400, 'The name is empty.')
      const guide = { id: `g${++count}`, owner, name, license, status: 'active', retired_at: null }
      guides.set(guide.id, guide)
      return showGuide(guide)
    },
    setGuideStatus({ path, body, caller }) {
      const guide = known(guides, path.guideId, callerOf(caller))
      if (!GUIDE_TRANSITIONS[guide.status]?.includes(body.status) && !is('lets retired guides return'))
        throw new HttpError(409, `The guide is ${guide.status}.`)
      guide.status = body.status
      if (body.status === 'retired') guide.retired_at = new Date().toISOString()
      return showGuide(guide)
    },
    getGuide: ({ path, caller }) => showGuide(known(guides, path.guideId, callerOf(caller))),
    deleteGuide({ path, caller }) {
      const guide = known(guides, path.guideId, callerOf(caller))
      if ([...tours.values()].some(({ guide_id }) => guide_id === guide.id))
        throw new HttpError(409, 'The guide has tours.')
      guides.delete(guide.id)
    },
    listTours: ({ caller }) => own(tours, callerOf(caller)).map(showTour),
    createTour({ body, caller }) {
      const owner = callerOf(caller)
      known(guides, body.guide_id, owner, is('gives another status') ? 404 : 422)
      if (Date.parse(body.departs_at) <= Date.now() && !is('accepts the past'))
        throw new HttpError(400, 'departs_at is in the past.')
      const opened = is('opens at once') ? new Date().toISOString() : null
      const tour: Tour = {
        id: `t${++count}`,
        owner,
        capacity: 40,
        ...body,
        status: 'planned',
        opened_at: opened,
      }
      tours.set(tour.id, tour)
      return showTour(tour)
    },
    getTour: ({ path, caller }) => showTour(known(tours, path.tourId, callerOf(caller))),
    updateTour({ path, body, caller }) {
      const tour = known(tours, path.tourId, callerOf(caller))
      const { status } = body
      if (
        status !== undefined &&
        status !== tour.status &&
        !TRANSITIONS[tour.status]?.includes(status) &&
        !is('allows any transition')
      )
        throw new HttpError(409, `The tour is ${tour.status}.`)
      if (status === 'open' && !is('does not note the opening')) tour.opened_at = new Date().toISOString()
      Object.assign(tour, body)
      return showTour(tour)
    },
    deleteTour({ path, caller }) {
      const tour = known(tours, path.tourId, callerOf(caller))
      if (tour.status === 'open' && !is('deletes open tours')) throw new HttpError(409, 'The tour is open.')
      tours.delete(tour.id)
      if (!is('leaves bookings behind')) for (const one of bookingsOf(tour)) bookings.delete(one.id)
    },
    listBookings: ({ caller, query }) =>
      own(bookings, callerOf(caller))
        .filter(({ tour_id }) => query.tour_id === undefined || tour_id === query.tour_id)
        .filter(({ status }) => isLost(query) || query.status === undefined || status === query.status)
        .slice(Number(query.offset), Number(query.offset) + Number(query.limit))
        .map(showBooking),
    createBooking({ body, caller }) {
      const owner = callerOf(caller)
      const tour = known(tours, body.tour_id, owner, 422)
      if (seatsOf(bookingsOf(tour)) + body.seats > tour.capacity && !is('overbooks'))
        throw new HttpError(409, 'The tour has not enough seats left.')
      const booking: Booking = { id: `b${++count}`, owner, ...body, status: 'requested', confirmed_at: null }
      bookings.set(booking.id, booking)
      return showBooking(booking)
    },
    getBooking({ path, query, caller }) {
      const owner = callerOf(caller)
      const booking = known(bookings, path.bookingId, owner)
      const isExpanded = query.expand === 'tour' && !is('ignores expand')
      return {
        ...showBooking(booking),
        ...(isExpanded && { tour: showTour(known(tours, booking.tour_id, owner)) }),
      }
    },
    deleteBooking({ path, caller }) {
      bookings.delete(known(bookings, path.bookingId, callerOf(caller)).id)
    },
    confirmBooking({ path, caller, headers }) {
      const key = `${callerOf(caller)} ${headers['idempotency-key']}`
      const used = confirmed.get(key)
      if (used !== undefined && used !== path.bookingId)
        throw new HttpError(422, 'The key was used for another booking.')
      if (used !== undefined) return showBooking(known(bookings, path.bookingId, callerOf(caller)))
      const booking = known(bookings, path.bookingId, callerOf(caller))
      if (booking.status !== 'requested') throw new HttpError(409, 'The booking is confirmed.')
      confirmed.set(key, booking.id)
      booking.status = 'confirmed'
      if (!is('does not note the confirmation')) booking.confirmed_at = new Date().toISOString()
      return showBooking(booking)
    },
    getReport({ caller }) {
      const all = own(bookings, callerOf(caller))
      const confirmed = all.filter(({ status }) => status === 'confirmed').length
      return {
        tours: own(tours, callerOf(caller)).length,
        bookings_by_status: {
          requested: is('reports all as requested') ? all.length : all.length - confirmed,
          confirmed,
        },
        total_seats: is('reports the number of bookings') ? all.length : seatsOf(all),
      }
    },
  }
}

/** Creations return 201 with the address of a guide, deletions 204. */
const handlersFor = (fault: string): Record<string, AnyHandler> =>
  Object.fromEntries(
    Object.entries(resultsFor(fault)).map(([operationId, work]): [string, AnyHandler] => [
      operationId,
      async (call) => {
        const body = work(call)
        if (operationId.startsWith('delete')) return { status: 204, body: undefined }
        const isGuide = operationId === 'createGuide' && fault !== 'gives no Location'
        const headers: Record<string, string> = isGuide ? { Location: `/guides/${(body as Guide).id}` } : {}
        return { status: operationId.startsWith('create') ? 201 : 200, headers, body }
      },
    ]),
  )

const callerOf = (caller: { credential: string } | undefined): string => caller?.credential ?? ''

export async function startTours(fault: string): Promise<{ url: string } & AsyncDisposable> {
  const document = await toursDocument
  const handlers = handlersFor(fault)
  const keys = new Map([
    ['one', 'all'],
    ['other', 'all'],
  ] as const)
  const server = createServer(createListener<Operations, User>({ document, handlers, keys })).listen(
    0,
    '127.0.0.1',
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
