import { api, type Product, patchProduct } from './api.ts'
import type { components } from './shop.ts'

type Visibility = NonNullable<components['schemas']['ProductUpdate']['visibility']>

const CHOICES: Visibility[] = ['public', 'hidden'] // affected: request-enum-value-removed visibility

export const hide = (productId: string) => patchProduct(productId, { visibility: 'hidden' }) // affected: request-enum-value-removed visibility

export const archive = (productId: string) => patchProduct(productId, { visibility: 'archived' })

export const reduce = (productId: string) => patchProduct(productId, { discount: 0.2 }) // affected: request-property-removed discount

export async function rename(productId: string, name: string) {
  const { data } = await api.PATCH('/products/{productId}', {
    params: { path: { productId } },
    body: { name },
  })
  return data?.name
}

export const choices = (): string => CHOICES.join(', ')

export function stockOf(products: readonly Product[]): number {
  return products.reduce((sum, product) => sum + product.stock, 0) // affected: response-property-removed stock
}

const columns: (keyof Product)[] = ['name', 'stock'] // affected: response-property-removed stock

export const header = (): string => columns.join(';')

export function csv(product: Product): string {
  const { price, name } = product
  return [name, price.toFixed(2)].join(';') // affected: response-type-widened price
}

export const tagsOf = (product: Product): string => product.tags.map((tag) => tag.toLowerCase()).join() // affected: response-type-widened tags

export async function expensive(): Promise<Product[]> {
  const { data } = await api.GET('/products') // affected: required-parameter-added currency
  return data ?? []
}
