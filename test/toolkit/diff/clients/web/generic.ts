import type { components, operations } from './api.d.ts'
import type { Order } from './client.ts'

type Model<Name extends keyof components['schemas']> = components['schemas'][Name]
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Input<Name extends keyof operations> = operations[Name] extends { requestBody: infer Body }
  ? Json<Body>
  : never

declare function send<Name extends keyof operations>(name: Name, body?: Input<Name>): Promise<void>

export const remove = (): Promise<void> => send('deleteReview') // affected: operation-removed reviews

export const item = (): Input<'addToCart'> => ({
  productId: '1',
  quantity: 1, // affected: request-type-narrowed quantity
})

export function items(ids: string[]): Input<'addToCart'>[] {
  return ids.map((productId) => ({
    productId,
    quantity: 1, // affected: request-type-narrowed quantity
    coupon: 'WELCOME', // affected: request-type-narrowed coupon
  }))
}

export async function loaded(ids: string[]): Promise<Input<'addToCart'>[]> {
  const amount = 1
  return Promise.all(
    ids.map(async (productId) => {
      const quantity = amount
      return {
        productId,
        quantity, // affected: request-type-narrowed quantity
      }
    }),
  )
}

export async function summaries(products: Model<'Product'>[]) {
  const rows: { name: string; price: number }[] = products.map((product) => ({
    name: product.name,
    price: product.price, // affected: response-type-widened price
  }))
  return rows
}

export const LABELS = {
  open: 'Open',
  paid: 'Paid',
  shipped: 'Shipped',
} satisfies Record<Model<'OrderStatus'>, string> // affected: response-enum-value-added refunded

export const COLORS: Record<Order['status'], string> = { open: '', paid: '', shipped: '' } // affected: response-enum-value-added refunded

export function iconOf(status: Order['status']): string {
  if (status === 'open' || status === 'paid') return 'clock'
  if (status === 'shipped') return 'truck'
  const rest: never = status // affected: response-enum-value-added refunded
  return rest
}

type Sort = NonNullable<NonNullable<operations['listProducts']['parameters']['query']>['sort']>
export const SORTS: Sort[] = ['name', 'newest'] // affected: request-enum-value-removed newest
