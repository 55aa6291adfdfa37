import { api, type Customer, type Review } from './api.ts'

export async function customers(): Promise<string[]> {
  const { data } = await api.GET('/customers')
  return (data ?? []).map((customer) => customer.name) // affected: response-type-widened customers
}

export async function count(): Promise<number> {
  const response = await api.GET('/customers')
  return response.data?.length ?? 0 // affected: response-type-widened customers
}

export class CustomerCard {
  readonly #customer: Customer

  constructor(customer: Customer) {
    this.#customer = customer
  }

  get mail(): string {
    return this.#customer.email // affected: response-became-nullable email
  }

  get address(): string {
    const { street, zip } = this.#customer.address // affected: response-property-removed zip
    return `${street}, ${zip}`
  }

  get phone(): string {
    return this.#customer.phone ?? '-'
  }
}

export const byCity = (all: Customer[]): Map<string, Customer> =>
  new Map(all.map((customer) => [customer.address.city, customer]))

export const example: Customer = {
  id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  address: { street: 'Main Street', city: 'Bern', zip: '3000' }, // affected: response-property-removed zip
}

export async function authorOf(reviewId: string): Promise<string> {
  const { data } = await api.GET('/reviews/{reviewId}', { params: { path: { reviewId } } })
  return data?.author?.toUpperCase() ?? 'unknown' // affected: response-type-widened author
}

export const signature = (review: Review): string => `— ${(review.author ?? '').trim()}` // affected: response-type-widened author

export async function remove(reviewIds: string[]): Promise<void> {
  for (const reviewId of reviewIds)
    await api.DELETE('/reviews/{reviewId}', { params: { path: { reviewId } } }) // affected: operation-removed reviews
}

export const starsOf = (review: Review): string => '*'.repeat(review.stars)
