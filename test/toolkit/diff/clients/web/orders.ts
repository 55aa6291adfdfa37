import { type Address, client, type Order, type OrderStatus } from './client.ts'

export const LABELS: Record<OrderStatus, string> = { open: 'Open', paid: 'Paid', shipped: 'On its way' } // affected: response-enum-value-added status

export function colorOf(status: OrderStatus): string {
  switch (status) {
    case 'open':
      return 'grey'
    case 'paid':
      return 'green'
    case 'shipped':
      return 'blue'
    default: {
      const never: never = status // affected: response-enum-value-added status
      return never
    }
  }
}

export async function order(cartId: string, address: Address) {
  return client.POST('/orders', { body: { cartId, address } }) // affected: request-required-property-added shipping
}

export const hostOf = (order: Order): string => new URL(order.trackingUrl).host // affected: response-property-became-optional trackingUrl

export const dayOf = ({ placedAt }: Order): string => placedAt.slice(0, 10) // affected: response-type-widened placedAt

export async function mailTo(orderId: string) {
  const { data } = await client.GET('/orders/{orderId}', { params: { path: { orderId } } })
  return data && `mailto:${data.customer.email.toLowerCase()}` // affected: response-became-nullable email
}

export const lineOf = ({ zip, city }: Address): string => `${zip} ${city}` // affected: response-property-removed zip

export async function pay(orderId: string, amount: number) {
  const { data } = await client.POST('/payments', { body: { orderId, amount } }) // affected: required-parameter-added Idempotency-Key
  return data?.state === 'done'
}

export const removeReview = (reviewId: string) =>
  client.DELETE('/reviews/{reviewId}', { params: { path: { reviewId } } }) // affected: operation-removed reviews

export async function open(): Promise<Order[]> {
  const { data = [] } = await client.GET('/orders', { params: { query: { status: 'open' } } })
  return data
}
