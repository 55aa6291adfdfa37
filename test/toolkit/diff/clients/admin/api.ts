import createClient from 'openapi-fetch'
import type { Customer, Order, Product, paths, Review } from './shop.ts'

export const api = createClient<paths>({ baseUrl: 'https://shop.example.com' })
export type { Customer, Order, Product, Review }

/** A shorter way to write a request. */
export async function patchProduct(
  productId: string,
  body: paths['/products/{productId}']['patch']['requestBody']['content']['application/json'],
) {
  return api.PATCH('/products/{productId}', { params: { path: { productId } }, body })
}
