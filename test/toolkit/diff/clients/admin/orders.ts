import { api, type Order } from './api.ts'
import type { NewOrder } from './shop.ts'

export const isLate = (order: Order, now: string): boolean => order.placedAt.localeCompare(now) < 0 // affected: response-type-widened placedAt

export const draft: NewOrder = { cartId: '1', note: 'Leave it at the door' } // affected: request-required-property-added shipping

export async function resend(order: Order): Promise<boolean> {
  const { response } = await api.GET('/orders/{orderId}', { params: { path: { orderId: order.id } } })
  return response.ok
}

export async function links(): Promise<string[]> {
  const { data = [] } = await api.GET('/orders')
  const found: string[] = []
  for (const { trackingUrl, id } of data) {
    found.push(trackingUrl) // affected: response-property-became-optional trackingUrl
    found.push(`/orders/${id}`)
  }
  return found
}

export async function buy(productId: string) {
  const body = { productId, quantity: 1 }
  return api.POST('/carts/{cartId}/items', { params: { path: { cartId: '1' } }, body }) // affected: request-type-narrowed quantity
}
