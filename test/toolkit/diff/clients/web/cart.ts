import { client } from './client.ts'

const DEFAULT_QUANTITY = 1

export async function add(cartId: string, productId: string, coupon: string) {
  const { data } = await client.POST('/carts/{cartId}/items', {
    params: { path: { cartId } },
    body: {
      productId,
      quantity: DEFAULT_QUANTITY, // affected: request-type-narrowed quantity
      coupon, // affected: request-type-narrowed coupon
    },
  })
  return data
}

export async function gift(cartId: string, productId: string, message: string) {
  await client.POST('/carts/{cartId}/items', {
    params: { path: { cartId } },
    body: {
      productId,
      quantity: 2, // affected: request-type-narrowed quantity
      gift: { message }, // affected: request-required-property-added wrapping
    },
  })
}

interface Row {
  id: string
  sum: number
}

export async function rows(cartId: string): Promise<Row[]> {
  const { data } = await client.POST('/carts/{cartId}/items', {
    params: { path: { cartId } },
    body: JSON.parse('{}'),
  })
  const lines = data?.lines ?? []
  return lines.map(({ productId, sum }) => ({ id: productId, sum })) // affected: response-type-widened sum
}

export const isLarge = (total: number): boolean => total > 100

export async function large(cartId: string) {
  const { data } = await client.POST('/carts/{cartId}/items', {
    params: { path: { cartId } },
    body: JSON.parse('{}'),
  })
  return data !== undefined && isLarge(data.total)
}
